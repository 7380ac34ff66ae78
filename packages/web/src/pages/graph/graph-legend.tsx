import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { Maximize, Minus, Plus } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { CLOCK_LINES, countLine, type LineLook } from "./clock-lines.ts";
import { isThinned, usualEdges } from "./drawing.ts";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import type { Layers } from "./layers.ts";
import { CLOCK_LOOKS } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { countOf } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, sentenceCase } from "../../format/words.ts";

interface GraphLegendProps {
  /** Everything that filters can show. */
  view: GraphView;
  /** What is drawn. */
  drawn: GraphView;
  search: GraphSearch;
  /** Undefined without lines. */
  layers: Layers | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  onLook: (changes: Partial<GraphSearch>) => void;
}

/** Clocks with their lines, and types with their icons. A click filters. */
export function GraphLegend({ view, drawn, search, layers, canvas, onLook }: GraphLegendProps) {
  const { type, clock } = search;
  const lines = layers && usualEdges(layers);
  const hasClockLines = layers !== undefined && !layers.isAggregated;
  const clocks = view.clocks.filter(
    ({ clock: kind }) => !hasClockLines || kind === clock || lines?.some((line) => line.clock === kind),
  );
  return (
    <div className="sticky bottom-0 flex items-end gap-2 border-t bg-canvas px-4 py-2 text-12">
      <div className="flex min-w-0 grow items-center gap-x-3 gap-y-1 overflow-x-auto whitespace-nowrap lg:flex-wrap">
        {layers?.isAggregated && lines && <CountSample counts={lines.map(({ count }) => count)} />}
        <Filters label="Timing">
          {clocks.map(({ clock: kind }) => (
            <Filter
              key={kind}
              state={stateOf(kind, clock)}
              onClick={() => onLook({ clock: kind === clock ? undefined : kind })}
            >
              {hasClockLines ? <LineSample clock={kind} /> : <ClockIcon clock={kind} />}
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
          {layers?.isAggregated ? "Point at a card for its counts · " : ""}
          {layers && isThinned(layers) ? "Point at a card for all its lines · " : ""}
          {countOf(drawn.nodes.length, "repository", "repositories")},{" "}
          {countOf(drawn.edges.length, "dependency", "dependencies")}
        </p>
      </div>
      {layers && (
        <span className="-my-1 -mr-2 flex">
          <IconButton icon={Minus} label="Zoom out" onClick={() => canvas.current?.zoom(1 / ZOOM_STEP)} />
          <IconButton icon={Maximize} label="Fit" onClick={() => canvas.current?.fit()} />
          <IconButton icon={Plus} label="Zoom in" onClick={() => canvas.current?.zoom(ZOOM_STEP)} />
        </span>
      )}
    </div>
  );
}

const ZOOM_STEP = 1.25;

type State = "on" | "off" | "unfiltered";

const stateOf = <T extends ArtifactType | Clock>(one: T, chosen: T | undefined): State =>
  chosen === undefined ? "unfiltered" : one === chosen ? "on" : "off";

const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="-ml-1.5 flex items-center gap-1 lg:flex-wrap">
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

function ClockIcon({ clock }: { clock: Clock }) {
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  return <Icon aria-hidden className={cx("size-3.5", text)} />;
}

/** The thinnest and the thickest line between clusters. */
function CountSample({ counts }: { counts: readonly number[] }) {
  if (counts.length === 0) return null;
  const range = { least: Math.min(...counts), most: Math.max(...counts) };
  return (
    <span className="flex items-center gap-3">
      {[...new Set([range.least, range.most])].map((count) => (
        <span key={count} className="tabular flex items-center gap-1.5">
          <Sample {...countLine(count, range)} />
          {countOf(count, "dependency", "dependencies")}
        </span>
      ))}
    </span>
  );
}

const LineSample = ({ clock }: { clock: Clock }) => <Sample {...CLOCK_LINES[clock]} />;

const Sample = ({ color, width, dash }: LineLook) => (
  <svg aria-hidden width="24" height="8" className="shrink-0">
    <path d="M 0 4 H 24" stroke={`var(--color-${color})`} strokeWidth={width} strokeDasharray={dash} />
  </svg>
);
