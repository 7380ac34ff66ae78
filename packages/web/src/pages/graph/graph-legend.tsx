import { Maximize, Minus, Plus } from "lucide-react";
import type { RefObject } from "react";
import { countLine } from "./clock-lines.ts";
import { Beyond, ShowBeyond } from "./graph-links.tsx";
import { DEFAULTS, MAX_DEPTH } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { type Layers, rootOf } from "./layers.ts";
import { LegendFilters, type LegendFiltersProps, Sample } from "./legend-filters.tsx";
import { ToLegend } from "./list-legend.tsx";
import { framedColumn } from "./sections.ts";
import { isThinned, usualEdges } from "./usual-edges.ts";
import { cx } from "../../components/dom.ts";
import { Help } from "../../components/help.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { TimeAgo } from "../../components/text.tsx";
import { countOf, formatCount } from "../../format/format.ts";

interface GraphLegendProps extends Omit<LegendFiltersProps, "layers"> {
  /** What is drawn. */
  drawn: GraphView;
  layers: Layers | undefined;
  /** Whether there are lines. */
  isDrawn: boolean;
  /** When the last scan of the organization completed. */
  scannedAt: string | null;
  /** A card was pointed at, so that the hint is not needed. */
  hasPointed: boolean;
  canvas: RefObject<GraphCanvasHandle | null>;
}

/** Clocks with their lines and types with their icons, of which a click filters, and what is drawn in numbers. */
export function GraphLegend(props: GraphLegendProps) {
  const { view, drawn, search, layers, isDrawn, detail, scannedAt, hasPointed, canvas, onLook } = props;
  const others = notCounted(layers);
  const inCycle = layers?.inCycle?.size ?? 0;
  // Beside its dependents, the number of all dependencies would be read as that of these.
  const root = layers && rootOf(layers);
  const onRoot = root && inCycle === 0 ? drawn.edges.filter(({ target }) => target === root.id).length : 0;
  const isOnRoot = onRoot > 0 && onRoot < drawn.edges.length;
  const isRooted = root !== undefined;
  return (
    <div className="sticky bottom-0 z-20 flex items-center gap-x-4 gap-y-1 border-t bg-canvas flex-wrap px-4 max-lg:gap-x-2 py-2 text-12">
      {isDrawn && layers && (
        <div className="contents whitespace-nowrap">
          {layers.isAggregated ? (
            <CountSample counts={usualEdges(layers).map(({ count }) => count)} />
          ) : (
            <LegendFilters
              view={view}
              detail={detail}
              search={search}
              layers={layers}
              pointed={props.pointed}
              onLook={onLook}
            />
          )}
        </div>
      )}
      <div
        className={cx(
          "order-1 ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-1",
          isDrawn ? "max-lg:gap-x-2" : "grow",
        )}
      >
        {!isDrawn && search.view === undefined && (isRooted || layers?.isRanked === true) && <ToLegend />}
        {isDrawn && layers && !layers.isRanked && isThinned(layers) && (
          // Keeps its place, so the others do not move when it goes.
          <p className={cx("text-muted max-lg:hidden", hasPointed && "invisible")}>
            {leavesOut(layers) && "Some lines are left out. "}Point at a card for its lines.
          </p>
        )}
        {layers && <NothingFarther layers={layers} search={search} isDrawn={isDrawn} />}
        <span className="flex items-center gap-1">
          <p className="tabular text-muted">
            {/* Without the root. */}
            {countOf(drawn.nodes.length - (isRooted ? 1 : 0), "repository", "repositories")}
            {isRooted && <span className="max-lg:hidden"> and the root</span>}
            {/* On a tablet, the strip above a drawing says it. */}
            {inCycle > 0 && (
              <span className={cx(isDrawn && "max-lg:hidden")}>, {formatCount(inCycle)} on both sides</span>
            )}
            {/* With both sides, their number says little. On tablets, all timings of an organization have places beside it. */}
            {inCycle === 0 && (
              <span
                className={cx(
                  isDrawn && layers?.isRanked === true && "max-md:hidden",
                  isOnRoot && search.view === undefined && "max-lg:hidden",
                )}
              >
                , {countOf(isOnRoot ? onRoot : drawn.edges.length, "dependency", "dependencies")}
                {isOnRoot && (
                  <>
                    {" "}
                    on the root, {formatCount(drawn.edges.length - onRoot)}{" "}
                    <span className="max-lg:hidden">between </span>others
                  </>
                )}
              </span>
            )}
            {scannedAt !== null && (
              // Beside the legend of a drawing, a tablet has no room for it.
              <span className={isDrawn ? "max-lg:hidden" : "max-sm:hidden"}>
                , scanned <TimeAgo at={scannedAt} />
              </span>
            )}
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

/** Whether some lines are drawn only for a card, without others that sum them up. */
const leavesOut = (layers: Layers): boolean => !framedColumn(layers) && layers.isSummed !== true;

/** Says what is beyond the hops that are drawn, or that nothing is as far from the root as chosen. Where someone collapsed a repository, that may be why. */
function NothingFarther({ layers, search, isDrawn }: NothingFartherProps) {
  const { depth = DEFAULTS.depth, toggled } = search;
  const hops = Math.max(...layers.columns.map(({ at }) => Math.abs(at)));
  const { beyond, columns } = layers;
  const farthest = columns.at(-1)?.at ?? 0;
  // Above a frame, its heading says it.
  const hasBeyond = beyond !== undefined && beyond.length > 0;
  if (hasBeyond && farthest > 0 && farthest < MAX_DEPTH && !(isDrawn && framedColumn(layers)))
    return <ShowBeyond beyond={beyond} />;
  // In a list, the heading of the column is far below.
  const dependencies = isDrawn ? [] : (columns.find(({ at, beyond: more }) => at < 0 && more)?.beyond ?? []);
  if (search.view === undefined && dependencies.length > 0)
    return <ShowBeyond beyond={dependencies} saysDependencies />;
  // Beside a drawing or a list, a heading says it.
  if (search.view !== undefined && beyond?.length === 0 && farthest > 0)
    return (
      <div className="text-muted">
        <Beyond beyond={beyond} hops={farthest} />
      </div>
    );
  if (rootOf(layers) === undefined || toggled !== undefined || hops === 0 || hops >= depth) return null;
  return <p className="text-muted">Nothing more beyond {countOf(hops, "hop", "hops")}</p>;
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

const ZOOM_STEP = 1.25;

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
