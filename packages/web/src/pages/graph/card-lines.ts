import { type Route, roundedPath } from "./bus-lines.ts";
import type { PlacedCard, PlacedEdge } from "./drawing.ts";
import { type Sizes, widthOfCard } from "./sizes.ts";
import type { CardEdge, Layers } from "./layers.ts";
import { usualEdges } from "./usual-edges.ts";

export type Line = Omit<PlacedEdge, "edge">;

/** The routes of the lines from left to right that are drawn while nothing is pointed at. */
export function routesOf(
  layers: Layers,
  placed: ReadonlyMap<string, PlacedCard>,
  passes: (edge: CardEdge, from: PlacedCard, to: PlacedCard) => Pass[],
  { cardWidth, cardHeight, gap }: Sizes,
): Route[] {
  return usualEdges(layers).flatMap((edge) => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    if (!from || !to || from.x >= to.x) return [];
    const inside = passes(edge, from, to);
    const lefts = [from, ...inside].map(({ x }) => x + cardWidth);
    const gaps = lefts.map((left) => Math.round(left / (cardWidth + gap)));
    const heights = [from.y + cardHeight / 2, ...inside.map(({ y }) => y), to.y + cardHeight / 2];
    return [{ edge, gaps, lefts, heights }];
  });
}

/** A line along points, which ends at a card on the right. */
export function straight(points: readonly { x: number; y: number }[]): Line {
  const { x = 0, y = 0 } = points.at(-1) ?? {};
  const [a, b] = [points[1], points[2]];
  return {
    path: roundedPath(points),
    isLoop: false,
    tip: { x, y, points: "right" },
    middle: { x: a?.x ?? 0, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 },
  };
}

/** Where a line passes a place: its left, and how far down. */
export interface Pass {
  x: number;
  y: number;
}

/** A line between columns. In the columns in between, it runs straight between the cards. */
export function line(from: PlacedCard, to: PlacedCard, passes: readonly Pass[], sizes: Sizes): Line {
  const { cardWidth, cardHeight, gap } = sizes;
  const middleOf = ({ y }: PlacedCard): number => y + cardHeight / 2;
  const isRightward = from.x < to.x;
  const [low, high] = isRightward ? [from, to] : [to, from];
  const [startX, endX] = [low.x + widthOfCard(low.card, sizes), high.x];
  let path = `M ${startX} ${middleOf(low)}`;
  let [x, y] = [startX, middleOf(low)];
  const curveTo = (nextX: number, nextY: number): void => {
    const bend = x + Math.min(gap, nextX - x) / 2;
    path += ` C ${bend} ${y} ${bend} ${nextY} ${nextX} ${nextY}`;
    [x, y] = [nextX, nextY];
  };
  for (const pass of passes) {
    curveTo(pass.x, pass.y);
    x += cardWidth;
    path += ` L ${x} ${pass.y}`;
  }
  const last = { x, y };
  curveTo(endX, middleOf(high));
  return {
    path,
    isLoop: false,
    tip: { x: isRightward ? endX : startX, y: middleOf(to), points: isRightward ? "right" : "left" },
    middle: { x: (last.x + endX) / 2, y: (last.y + middleOf(high)) / 2 },
  };
}

const LOOP = 28;
const LOOP_GROWTH = 0.12;

/** A line between cards of a column, on their right. */
export function loop(from: PlacedCard, to: PlacedCard, { cardWidth, cardHeight, gap }: Sizes): Line {
  const middleOf = ({ y }: PlacedCard): number => y + cardHeight / 2;
  const x = from.x + cardWidth;
  const [startY, endY] = [middleOf(from), middleOf(to)];
  const bend = Math.min(gap * 0.9, LOOP + LOOP_GROWTH * Math.abs(endY - startY));
  return {
    path: `M ${x} ${startY} C ${x + bend} ${startY} ${x + bend} ${endY} ${x} ${endY}`,
    isLoop: true,
    tip: { x, y: endY, points: "left" },
    middle: { x: x + bend * 0.75, y: (startY + endY) / 2 },
  };
}
