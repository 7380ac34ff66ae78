import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { ReactNode } from "react";
import { CLOCK_LINES } from "./clock-lines.ts";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { countOf } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, sentenceCase } from "../../format/words.ts";

interface GraphLegendProps {
  /** Everything that filters can show. */
  view: GraphView;
  /** What is drawn. */
  drawn: GraphView;
  search: GraphSearch;
  /** Whether the lines show counts instead of clocks. */
  isAggregated: boolean;
  /** Whether some lines are drawn only for the card that is pointed at. */
  isThinned: boolean;
  onLook: (changes: Partial<GraphSearch>) => void;
}

/** Clocks with their lines, and types with their icons. A click filters. */
export function GraphLegend({ view, drawn, search, isAggregated, isThinned, onLook }: GraphLegendProps) {
  const { type, clock } = search;
  return (
    <div className="sticky bottom-0 flex items-center gap-x-3 gap-y-1 overflow-x-auto border-t bg-canvas px-4 py-2 text-12 whitespace-nowrap sm:flex-wrap">
      <Filters label="Timing">
        {view.clocks.map(({ clock: kind }) => (
          <Filter
            key={kind}
            state={stateOf(kind, clock)}
            onClick={() => onLook({ clock: kind === clock ? undefined : kind })}
          >
            {!isAggregated && <LineSample clock={kind} />}
            {sentenceCase(CLOCK_WORDS[kind].label)}
          </Filter>
        ))}
      </Filters>
      <span aria-hidden className="h-4 border-l" />
      <Filters label="Dependency types">
        {view.types.map(({ type: kind }) => (
          <Filter
            key={kind}
            state={stateOf(kind, type)}
            onClick={() => onLook({ type: kind === type ? undefined : kind })}
          >
            <EcosystemIcon ecosystem={ecosystemOf(kind)} className="size-3.5" />
            {inHeading(kind)}
          </Filter>
        ))}
      </Filters>
      {(search.archived === "no" || view.nodes.some(({ archived }) => archived)) && (
        <Filters label="Archived repositories">
          <Filter
            state={search.archived === "no" ? "on" : "unfiltered"}
            onClick={() => onLook({ archived: search.archived === "no" ? undefined : "no" })}
          >
            <span aria-hidden className="h-3 w-4 rounded-sm border border-dashed border-line-strong" />
            Hide archived
          </Filter>
        </Filters>
      )}
      <p className="tabular ml-auto text-muted">
        {isAggregated ? "Strongest lines · " : ""}
        {isThinned ? "Point at a card for all its lines · " : ""}
        {countOf(drawn.nodes.length, "repository", "repositories")},{" "}
        {countOf(drawn.edges.length, "dependency", "dependencies")}
      </p>
    </div>
  );
}

type State = "on" | "off" | "unfiltered";

const stateOf = <T extends ArtifactType | Clock>(one: T, chosen: T | undefined): State =>
  chosen === undefined ? "unfiltered" : one === chosen ? "on" : "off";

const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="-ml-1.5 flex items-center gap-1 sm:flex-wrap">
    {children}
  </ul>
);

interface FilterProps {
  state: State;
  onClick: () => void;
  children: ReactNode;
}

const Filter = ({ state, onClick, children }: FilterProps) => (
  <li>
    <button
      type="button"
      aria-pressed={state === "on"}
      onClick={onClick}
      className={cx(
        "flex h-6 items-center gap-1.5 rounded-sm px-1.5 -outline-offset-2 hover:bg-hover",
        state === "on" && "bg-accent-soft font-medium",
        state === "off" && "text-muted",
      )}
    >
      {children}
    </button>
  </li>
);

function LineSample({ clock }: { clock: Clock }) {
  const { color, width, dash } = CLOCK_LINES[clock];
  return (
    <svg aria-hidden width="24" height="8" className="shrink-0">
      <path d="M 0 4 H 24" stroke={`var(--color-${color})`} strokeWidth={width} strokeDasharray={dash} />
    </svg>
  );
}
