import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { cx } from "../../components/class-names.ts";
import { formatCount } from "../../format/count.ts";
import { inHeading } from "../../format/words.ts";
import { colourNames, OTHER } from "./graph-colours.ts";
import type { GraphView } from "./graph-view.ts";

interface GraphLegendProps {
  view: GraphView;
  type: ArtifactType | undefined;
  onType: (type: ArtifactType | undefined) => void;
}

/** What the colours mean; each leaves only its own. */
export function GraphLegend({ view, type, onType }: GraphLegendProps) {
  const names = colourNames(view.types);
  return (
    <div className="flex items-center gap-4 overflow-x-auto border-t px-4 py-2 text-12 whitespace-nowrap">
      <ul aria-label="What uses are of" className="flex items-center gap-1">
        {view.types.map(({ type: kind, count }) => (
          <li key={kind}>
            <button
              type="button"
              aria-pressed={kind === type}
              onClick={() => onType(kind === type ? undefined : kind)}
              className={cx(
                "flex h-6 items-center gap-1.5 rounded-sm px-1.5 -outline-offset-2 hover:bg-hover",
                kind === type && "bg-accent-soft font-medium",
                type !== undefined && kind !== type && "text-muted",
              )}
            >
              <span
                aria-hidden
                className="size-2.5 rounded-full"
                style={{ background: `var(--color-${names.get(kind) ?? OTHER})` }}
              />
              {inHeading(kind)}
              <span className="tabular text-muted">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="ml-auto flex items-center gap-1.5 text-muted">
        <span aria-hidden className="size-2.5 rounded-full border-2 border-line-strong" />
        archived
      </p>
    </div>
  );
}
