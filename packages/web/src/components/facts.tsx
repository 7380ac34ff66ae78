import type { ReactNode } from "react";

/** What is known of one thing: a name and a value each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-col divide-y divide-line rounded-md border px-3 text-13">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
