import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { ArrowLeft, ArrowRight, Maximize, Minus, Plus, Zap } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { type Detail, isTall, shownEcosystems } from "./card-text.ts";
import { CLOCK_LINES, countLine, hasSomeNextRun, type LineLook, SOME_NEXT_RUN } from "./clock-lines.ts";
import { ShowBeyond } from "./graph-links.tsx";
import { DEFAULTS, type GraphSearch, MAX_DEPTH } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import type { Card, Layers } from "./layers.ts";
import { LinesOf } from "./lines-of.tsx";
import { framedColumn, timingsOf } from "./sections.ts";
import { isThinned, usualEdges } from "./usual-edges.ts";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { Help } from "../../components/help.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, inHeading, sentenceCase } from "../../format/words.ts";

interface GraphLegendProps {
  /** Everything that filters can show. */
  view: GraphView;
  /** What is drawn. */
  drawn: GraphView;
  search: GraphSearch;
  layers: Layers | undefined;
  /** Whether there are lines. */
  isDrawn: boolean;
  /** What cards say: narrow ones have no icons, and groups have them only if they are wide. */
  detail: Detail;
  /** A card was pointed at, so that the hint is not needed. */
  hasPointed: boolean;
  /** The card that is pointed at. */
  pointed: string | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  onLook: (changes: Partial<GraphSearch>) => void;
}

/** Clocks with their lines and types with their icons, of which a click filters, and what is drawn in numbers. */
export function GraphLegend(props: GraphLegendProps) {
  const { view, drawn, search, layers, isDrawn, detail, hasPointed, pointed, canvas, onLook } = props;
  const others = notCounted(layers);
  return (
    <div className="sticky bottom-0 z-20 flex items-center gap-x-4 gap-y-1 border-t bg-canvas flex-wrap px-4 py-2 text-12">
      {isDrawn && layers && (
        <div className="contents whitespace-nowrap">
          {layers.isAggregated ? (
            <CountSample counts={usualEdges(layers).map(({ count }) => count)} />
          ) : (
            <LegendFilters view={view} detail={detail} search={search} layers={layers} onLook={onLook} />
          )}
        </div>
      )}
      <div className="order-1 ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-1">
        {isDrawn && layers?.isRanked && <LinesOf layers={layers} pointed={pointed} hasPointed={hasPointed} />}
        {isDrawn && layers && !layers.isRanked && isThinned(layers) && (
          // Keeps its place, so the others do not move when it goes.
          <p className={cx("text-muted max-lg:hidden", hasPointed && "invisible")}>
            {layers.isSummed === true
              ? "Arrows sum up lines between columns. "
              : framedColumn(layers)
                ? "Arrows sum up lines to cards. "
                : `${formatCount(usualEdges(layers).length)} of ${formatCount(layers.edges.length)} lines. `}
            Point at a card for its own.
          </p>
        )}
        {layers && <NothingFarther layers={layers} search={search} isDrawn={isDrawn} />}
        {layers?.onBothSides !== undefined && layers.onBothSides > 0 && (
          <p
            className="text-muted"
            title="Dependents that are dependencies, too. They are drawn once, on the left."
          >
            {formatCount(layers.onBothSides)} on both sides
          </p>
        )}
        <span className="flex items-center gap-1">
          <p className="tabular text-muted">
            {countOf(drawn.nodes.length, "repository", "repositories")},{" "}
            {countOf(drawn.edges.length, "dependency", "dependencies")}
          </p>
          {others !== "" && <Help of="drawn">{others}</Help>}
        </span>
        {isDrawn && layers && (
          <span className="-my-1 -mr-2 flex shrink-0">
            <IconButton icon={Minus} label="Zoom out" onClick={() => canvas.current?.zoom(1 / ZOOM_STEP)} />
            <IconButton icon={Maximize} label="Fit" onClick={() => canvas.current?.fit()} />
            <IconButton icon={Plus} label="Zoom in" onClick={() => canvas.current?.zoom(ZOOM_STEP)} />
          </span>
        )}
      </div>
    </div>
  );
}

/** Says what is beyond the hops that are drawn, or that nothing is as far from the root as chosen. Where someone collapsed a repository, that may be why. */
function NothingFarther({ layers, search, isDrawn }: NothingFartherProps) {
  const { depth = DEFAULTS.depth, toggled } = search;
  const isRooted = layers.cards.some((card) => card.kind === "repository" && card.isRoot);
  const hops = Math.max(...layers.columns.map(({ at }) => Math.abs(at)));
  const { beyond = 0, columns } = layers;
  const farthest = columns.at(-1)?.at ?? 0;
  // Above a frame, its heading says it.
  if (beyond > 0 && farthest > 0 && farthest < MAX_DEPTH && !(isDrawn && framedColumn(layers)))
    return <ShowBeyond count={beyond} hops={farthest + 1} />;
  if (!isRooted || toggled !== undefined || hops === 0 || hops >= depth) return null;
  return <p className="text-muted">Nothing beyond {countOf(hops, "hop", "hops")}</p>;
}

interface NothingFartherProps extends Pick<GraphLegendProps, "search" | "isDrawn"> {
  layers: Layers;
}

/** What the dependencies of a drawing leave out, in a sentence. Empty if that is nothing. */
const notCounted = ({ leftOut = 0 }: Partial<Layers> = {}): string =>
  leftOut === 0
    ? ""
    : leftOut === 1
      ? "1 more doesn't pass the change on."
      : `${formatCount(leftOut)} more don't pass the change on.`;

/** The columns whose cards have no separate lines at rest. */
const summedColumns = ({ columns, isSummed }: Layers) =>
  columns.filter(({ at, parts }) => parts !== undefined || (isSummed === true && at !== 0));

interface LegendFiltersProps extends Pick<GraphLegendProps, "view" | "detail" | "search" | "onLook"> {
  layers: Layers;
}

/** Only clocks of drawn lines and types of drawn cards, and what is chosen. */
function LegendFilters({ view, detail, search: { type, clock }, layers, onLook }: LegendFiltersProps) {
  // Without a root, each card has its lines when it is pointed at.
  const lines = layers.isRanked ? layers.edges : usualEdges(layers);
  const drawnClocks = new Set([
    ...lines.flatMap((line) => (hasSomeNextRun(line) ? [] : line.clock)),
    ...summedColumns(layers).flatMap(({ at }) => timingsOf(layers, at).map((timing) => timing.clock)),
  ]);
  const clocks = view.clocks.filter(({ clock: kind }) => kind === clock || drawnClocks.has(kind));
  const shown = layers.isRanked ? new Set<ArtifactType>() : typesOnCards(layers.cards, detail);
  const types = view.types.filter(({ type: kind }) => kind === type || type !== undefined || shown.has(kind));
  return (
    <>
      <span className="-ml-1.5 flex flex-wrap items-center gap-x-1.5">
        <Filters label="Timing">
          {clocks.map(({ clock: kind }) => (
            <Filter
              key={kind}
              state={stateOf(kind, clock)}
              onClick={() => onLook({ clock: kind === clock ? undefined : kind })}
            >
              <LineSample clock={kind} />
              {sentenceCase(CLOCK_WORDS[kind].label)}
            </Filter>
          ))}
        </Filters>
        {lines.some(hasSomeNextRun) && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <Sample {...SOME_NEXT_RUN} />
            Some on next run
          </span>
        )}
      </span>
      <span className={cx("-ml-1.5 flex items-center gap-x-1.5", types.length > 0 && "order-3")}>
        {layers.cards.some((card) => card.kind === "repository" && card.node.archived) && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="h-3 w-5 rounded-sm border border-dashed border-line-strong" />
            Archived
          </span>
        )}
        {layers.cards.some(hasCount) && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="flex items-center gap-1 text-muted">
              <ArrowRight className="size-3" />N
            </span>
            Passes on to N
            {!isTall(detail) && (
              <>
                <span aria-hidden className="-ml-1">
                  ,
                </span>
                <span aria-hidden className="flex items-center gap-0.5 text-danger">
                  <Zap className="size-3" />N
                </span>
                on next run
              </>
            )}
          </span>
        )}
        {layers.cards.some((card) => card.kind === "repository" && card.passesBack === true) && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="flex items-center gap-1 text-muted">
              <ArrowLeft className="size-3" />N
            </span>
            Only to dependencies
          </span>
        )}
        {layers.isRanked === true && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="flex h-1 w-8 overflow-hidden rounded-full bg-line">
              <span className="w-1.5 bg-danger" />
              <span className="w-2 bg-line-strong" />
            </span>
            Share of repositories that depend on it
          </span>
        )}
      </span>
      {/* Types and marks of cards are a row below timings and counts. */}
      {types.length > 0 && <span className="order-2 -mt-1 basis-full" />}
      {types.length > 0 && (
        <span className="order-2 -ml-1.5 flex flex-wrap items-center gap-x-1.5">
          <Filters label="Dependency types">
            <li className="px-1.5 text-muted">Main type</li>
            {types.map(({ type: kind }) => (
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
        </span>
      )}
    </>
  );
}

/** Whether a card has the number of repositories that it passes a change on to. */
const hasCount = (card: Card): boolean => card.kind === "repository" && (card.passesOn ?? 0) > 0;

/** The types whose icons are on cards, alone or in groups. */
function typesOnCards(cards: readonly Card[], detail: Detail): Set<ArtifactType> {
  const typesOf = (card: Card): ArtifactType[] => {
    if (card.kind === "repository") return detail === "bare" ? [] : [card.node.mainType ?? []].flat();
    if (isTall(detail)) return [];
    const icons = new Set(shownEcosystems(card).map(({ ecosystem }) => ecosystem));
    return card.nodes.flatMap(({ mainType }) =>
      mainType !== null && icons.has(ecosystemOf(mainType)) ? mainType : [],
    );
  };
  return new Set(cards.flatMap(typesOf));
}

const ZOOM_STEP = 1.25;

type State = "on" | "off" | "unfiltered";

const stateOf = <T extends ArtifactType | Clock>(one: T, chosen: T | undefined): State =>
  chosen === undefined ? "unfiltered" : one === chosen ? "on" : "off";

const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="contents">
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

/** The thinnest and the thickest line between clusters. */
function CountSample({ counts }: { counts: readonly number[] }) {
  if (counts.length === 0) return null;
  const range = { most: Math.max(...counts) };
  return (
    <span className="flex items-center gap-3">
      {[...new Set([Math.min(...counts), range.most])].map((count) => (
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
    {/* On whole pixels, so that it is as dark as the lines. */}
    <path d="M 0 4.5 H 24" stroke={`var(--color-${color})`} strokeWidth={width} strokeDasharray={dash} />
  </svg>
);
