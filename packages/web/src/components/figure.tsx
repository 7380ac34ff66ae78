import type { ReactNode } from "react";

interface FigureProps {
  label: string;
  value: string;
  /** What the number is made of. */
  note?: ReactNode;
}

/** One number that answers a question. Wrapped in a link where there is more to it. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-13 text-muted">{label}</span>
      <span className="tabular text-28 font-semibold tracking-[-0.02em]">{value}</span>
      <span className="min-h-4 text-12 text-muted">{note}</span>
    </div>
  );
}
