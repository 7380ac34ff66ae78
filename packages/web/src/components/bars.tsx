import type { ReactNode } from "react";
import { formatCount } from "../format/count.ts";

export interface Bar {
  key: string;
  label: ReactNode;
  value: number;
}

/** Amounts beside each other, the greatest as long as the room. A list, so that it reads as what it shows. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ol className="flex flex-col gap-2">
      {bars.map(({ key, label, value }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-13">
          <span className="min-w-0 truncate">{label}</span>
          <span className="tabular text-right text-muted">{formatCount(value)}</span>
          <span aria-hidden className="col-span-2 h-1 overflow-hidden rounded-full bg-hover">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${(value / most) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}
