import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { PlacedCard, PlacedEdge, Sizes } from "./drawing.ts";
import type { Card, Column, Layers } from "./layers.ts";

/** The repositories of a framed column that get a change at the same time. They have one line together. */
export interface Bundle {
  clock: Clock;
  count: number;
}

/** The column whose cards are in several places beside each other. A frame shows that they are all as far from the root. */
export const framedColumn = ({ columns }: Pick<Layers, "columns">): Column | undefined =>
  columns.find(({ parts = 1 }) => parts > 1);

/** The lines between the root and a frame, the earliest first. */
export function bundlesOf(layers: Layers): Bundle[] {
  const framed = framedColumn(layers);
  if (!framed) return [];
  const nodesOf = (card: Card) => (card.kind === "group" ? card.nodes : [card.node]);
  const nodes = layers.cards.filter(({ column }) => column === framed.at).flatMap(nodesOf);
  const byClock = Map.groupBy(nodes, ({ id }) => layers.clocks?.get(id) ?? "unknown");
  return CLOCKS.flatMap((clock) => {
    const count = byClock.get(clock)?.length ?? 0;
    return count > 0 ? { clock, count } : [];
  });
}

/** Between a frame and its cards. */
export const FRAME_PADDING = 14;

/** Around the cards of a column in several places: its box, and a line per timing between it and the root. */
export interface Frame {
  at: number;
  x: number;
  width: number;
  bottom: number;
  lines: { clock: Clock; path: string; tip: PlacedEdge["tip"] }[];
}

interface FrameOptions {
  framed: Column;
  root: PlacedCard;
  sizes: Sizes;
  x: number;
  width: number;
  bottom: number;
}

/** Distance of the lines that end at a frame. */
const BUNDLE_DISTANCE = 20;

/** The frame around a column, and its lines to or from the middle of the root. */
export function frameOf(layers: Layers, { framed, root, sizes, x, width, bottom }: FrameOptions): Frame {
  const bundles = bundlesOf(layers);
  const isRight = framed.at > 0;
  const middle = root.y + sizes.cardHeight / 2;
  const [start, end] = isRight
    ? [root.x + sizes.cardWidth, x - FRAME_PADDING]
    : [x + width + FRAME_PADDING, root.x];
  const bend = (start + end) / 2;
  return {
    at: framed.at,
    x: x - FRAME_PADDING,
    width: width + 2 * FRAME_PADDING,
    bottom: bottom + FRAME_PADDING / 2,
    lines: bundles.map(({ clock }, index) => {
      const aside = middle + (index - (bundles.length - 1) / 2) * BUNDLE_DISTANCE;
      const [startY, endY] = isRight ? [middle, aside] : [aside, middle];
      const path = `M ${start} ${startY} C ${bend} ${startY} ${bend} ${endY} ${end} ${endY}`;
      return { clock, path, tip: { x: end, y: endY, isRightward: true } };
    }),
  };
}
