import { countOf } from "../../format/count.ts";
import type { Affected } from "./affected.ts";
import { AffectedRow } from "./affected-row.tsx";

interface WaveListProps {
  wave: number;
  /** How many there are. */
  waves: number;
  rows: readonly Affected[];
  /** The repository whose reasons are shown. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** Who can take the change at the same time, once the waves before have. */
export function WaveList({ wave, waves, rows, open, onOpen }: WaveListProps) {
  return (
    <section aria-labelledby={`wave-${wave}`} className="mt-5 first-of-type:mt-0">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 id={`wave-${wave}`} className="text-14 font-semibold">
          Wave {wave}
          {wave === 1 && waves > 1 && <span className="font-normal text-muted"> · roll out first</span>}
        </h2>
        <span className="text-12 text-muted">{countOf(rows.length, "repository", "repositories")}</span>
      </div>
      <ol className="overflow-hidden rounded-md border">
        {rows.map((row) => (
          <AffectedRow
            key={row.repository.id}
            row={row}
            isOpen={row.repository.id === open}
            onToggle={() => onOpen(row.repository.id === open ? undefined : row.repository.id)}
          />
        ))}
      </ol>
    </section>
  );
}
