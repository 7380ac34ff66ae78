import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { memo, useMemo } from "react";
import { arrowAt, clockLine, countLine, type CountRange, lineOf } from "./clock-lines.ts";
import type { Drawing, PlacedEdge } from "./drawing.ts";
import { countRange, labeledEdges, usualLines } from "./shown-edges.ts";
import type { Trunk } from "./frame.ts";
import { linesAround } from "./lines-around.ts";
import { cx } from "../../components/dom.ts";
import { formatCount } from "../../format/format.ts";

interface EdgeLinesProps {
  drawing: Drawing;
  /** The card whose edges are emphasized. */
  center: string | undefined;
}

/** The lines between cards. The table and the names of the cards say the same to screen readers. */
export const EdgeLines = memo(function EdgeLines({ drawing, center }: EdgeLinesProps) {
  const { cards, edges, layers, sizes, width, height, frames, trunks } = drawing;
  const atRoot = cards.find(({ card }) => card.kind === "repository" && card.isRoot)?.card.id === center;
  const inside = useMemo(
    () => new Set(cards.flatMap(({ card }) => (frames.some(({ at }) => at === card.column) ? card.id : []))),
    [cards, frames],
  );
  // The lines of the root end at the frames.
  const isNear = ({ edge: { from, to } }: PlacedEdge): boolean =>
    (from === center || to === center) && !(atRoot && (inside.has(from) || inside.has(to)));
  const usual = useMemo(() => usualLines(drawing), [drawing]);
  const counts = useMemo(() => countRange(drawing), [drawing]);
  // One path at a time can be followed where lines are summed up. The root has the one at the start.
  const isReplaced = layers.isSummed === true && !atRoot;
  // Emphasized lines are on top, then the fastest where several share a lane.
  const ordered = layers.isRanked
    ? slowestFirst(linesAround(drawing, center))
    : center === undefined
      ? slowestFirst(usual)
      : [
          ...slowestFirst(isReplaced ? [] : usual.filter((edge) => !isNear(edge))),
          ...slowestFirst(edges.filter(isNear)),
        ];
  return (
    <svg aria-hidden width={width} height={height} className="pointer-events-none absolute inset-0">
      <Trunks trunks={trunks} isDimmed={center !== undefined && !atRoot} />
      {ordered.map((placed) => (
        <EdgeLine
          key={placed.edge.id}
          placed={placed}
          solid={Math.min(SOLID_START.most, sizes.gap * SOLID_START.share)}
          counts={layers.isAggregated ? counts : null}
          most={layers.isRanked ? THIN : Infinity}
          state={
            center === undefined || (layers.isSummed === true && atRoot)
              ? "usual"
              : isNear(placed)
                ? "near"
                : "dimmed"
          }
        />
      ))}
    </svg>
  );
});

/** The lines between frames, one per timing. */
const Trunks = ({ trunks, isDimmed }: { trunks: readonly Trunk[]; isDimmed: boolean }) => (
  <g data-frame-lines className={cx("transition-opacity", isDimmed && "opacity-15")}>
    {trunks.toReversed().map(({ clock, isConditional, path, tip }) => {
      const { color, width, dash } = lineOf({ clock, isConditional });
      const stroke = `var(--color-${color})`;
      return (
        <g key={path}>
          <path d={path} fill="none" stroke={stroke} strokeWidth={width} strokeDasharray={dash} />
          <polygon points={arrowAt(tip).join(" ")} fill={stroke} stroke="none" />
        </g>
      );
    })}
  </g>
);

const slowestFirst = (edges: readonly PlacedEdge[]): PlacedEdge[] =>
  edges.toSorted((a, b) => CLOCKS.indexOf(b.edge.fastest) - CLOCKS.indexOf(a.edge.fastest));

interface EdgeLineProps {
  placed: PlacedEdge;
  /** The length of the part of a dashed line that is not. */
  solid: number;
  /** The range of counts, if lines show counts. */
  counts: CountRange | null;
  /** The greatest width. */
  most: number;
  state: "usual" | "near" | "dimmed";
}

/** Of lines of one card, which share parts. */
const THIN = 1.5;

/** Of a dashed line, at most, and as a share of the distance of columns. Gaps of lines that start together would look like an arrow to their start. */
const SOLID_START = { most: 36, share: 0.4 };

const EdgeLine = memo(function EdgeLine({ placed, solid, counts, most, state }: EdgeLineProps) {
  const { edge, path, tip } = placed;
  const look = counts === null ? clockLine(edge) : countLine(edge.count, counts);
  const { color, dash } = look;
  const width = Math.min(most, look.width);
  const stroke = `var(--color-${counts !== null && state === "near" ? "accent" : color})`;
  return (
    <g
      data-edge
      data-state={state}
      data-from={edge.from}
      data-to={edge.to}
      className={cx("transition-opacity", state === "dimmed" && "opacity-15")}
    >
      <path d={path} fill="none" stroke={stroke} strokeWidth={width} strokeDasharray={dash} />
      {dash !== "" && (
        <path d={path} fill="none" stroke={stroke} strokeWidth={width} strokeDasharray={`${solid} 99999`} />
      )}
      <polygon points={arrowAt(tip, Math.max(3.5, width * 0.9)).join(" ")} fill={stroke} stroke="none" />
    </g>
  );
});

/** All lines have their counts if there are few. */
const FEW_LABELS = 14;

/** Counts of the edges between clusters: of all if they are few, otherwise of the emphasized ones. */
export function EdgeLabels({ drawing, center }: EdgeLinesProps) {
  const { edges, layers } = drawing;
  if (!layers.isAggregated) return null;
  const near =
    center === undefined
      ? edges.length <= FEW_LABELS
        ? edges
        : []
      : edges.filter(({ edge }) => edge.from === center || edge.to === center);
  return labeledEdges(drawing, near).map(({ edge, middle }) => (
    <span
      key={edge.id}
      aria-hidden
      className="pointer-events-none absolute z-10 -translate-x-1/2 -translate-y-1/2 rounded-sm border bg-canvas px-1 text-12 whitespace-nowrap text-muted"
      style={{ left: middle.x, top: middle.y }}
    >
      {formatCount(edge.count)}
    </span>
  ));
}
