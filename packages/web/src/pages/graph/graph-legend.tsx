import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { colorNames, OTHER } from "./graph-model.ts";
import type { GraphView } from "./graph-view.ts";
import { cx } from "../../components/dom.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { inHeading } from "../../format/words.ts";

interface GraphLegendProps {
  view: GraphView;
  hasRoot: boolean;
  type: ArtifactType | undefined;
  onType: (type: ArtifactType | undefined) => void;
}

/** The dependency types and their colors. A click filters by type. */
export function GraphLegend({ view, hasRoot, type, onType }: GraphLegendProps) {
  const names = colorNames(view.types);
  return (
    <div className="sticky bottom-0 flex items-center gap-4 overflow-x-auto border-t bg-canvas px-4 py-2 text-12 whitespace-nowrap">
      <ul aria-label="Dependency types" className="-ml-1.5 flex items-center gap-1">
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
      <div className="right-0 -mr-4 ml-auto flex items-center gap-4 bg-canvas pr-4 pl-3 text-muted sm:sticky">
        {hasRoot && (
          <p className="flex items-center gap-1.5">
            <span aria-hidden className="size-2.5 rounded-full border-2 border-text bg-line-strong" />
            Root
          </p>
        )}
        <p className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-full border-2 border-line-strong" />
          Archived
        </p>
        <p className="tabular">
          {countOf(view.nodes.length, "repository", "repositories")},{" "}
          {countOf(view.edges.length, "dependency", "dependencies")}
        </p>
      </div>
    </div>
  );
}
