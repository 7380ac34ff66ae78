import type { CountRange } from "./clock-lines.ts";
import type { Card, CardEdge, Layers } from "./layers.ts";
import type { LayoutRequest, LayoutResult } from "./layout-worker.ts";
import { countSlots, slotsOf } from "./slots.ts";
import { usualEdges } from "./usual-edges.ts";

/** Of a card with two lines, and of a narrow one, whose owner has a line and whose name may take two. */
const CARD_HEIGHTS = { wide: 48, narrow: 68 };
/** Narrower cards have no room for the owner beside the timing. */
export const WIDE_CARD = 300;
export const MARGIN = 24;
/** Above the cards: the headings of the columns. */
export const HEADING_HEIGHT = 32;

export interface Sizes {
  cardWidth: number;
  cardHeight: number;
  /** Distance between columns: room for edges and the buttons of cards. */
  gap: number;
}

/** Cards of the usual least width have an icon beside the name. */
const CARD_WIDTHS = { least: 132, usual: 184, most: 380 };
const GAPS = [96, 72, 48];
/** Room for a line and the button of a card. */
const LEAST_GAP = 32;
/** Beside the first and the last column, for the buttons of their cards. */
const SIDE = 44;

/** The room that the buttons of the first and the last column need beside the margin and the gap. */
function sidesOf(columns: Layers["columns"], gap: number): { left: number; right: number } {
  const isLeft = (columns[0]?.at ?? 0) < 0;
  return { left: isLeft ? SIDE - MARGIN : 0, right: Math.max(0, SIDE - gap) };
}

/** Divides a width among columns, or so many of them. Cards never get narrower than their names need, so that many columns are wider than it. */
export function sizesOf(columns: Layers["columns"] | number, width: number): Sizes {
  const count = typeof columns === "number" ? columns : countSlots(columns);
  // Both sides, also if there are no buttons, so that the number of columns decides alone.
  const left = width - MARGIN - 2 * (SIDE - MARGIN);
  const gap =
    GAPS.find((one) => count * (WIDE_CARD + one) <= left) ??
    GAPS.find((one) => count * (CARD_WIDTHS.usual + one) <= left) ??
    LEAST_GAP;
  const cardWidth = Math.floor(left / count) - gap;
  const fitting = Math.min(CARD_WIDTHS.most, Math.max(CARD_WIDTHS.least, cardWidth));
  return {
    cardWidth: fitting,
    cardHeight: fitting < WIDE_CARD ? CARD_HEIGHTS.narrow : CARD_HEIGHTS.wide,
    gap,
  };
}

/** The toolbar, the legend and the margins around the cards: on tablets, the first two take more rows. */
const AROUND = { wide: 190, narrow: 325 };
const TABLET = 1024;
const ROWS = { least: 5, most: 12 };
export const CARD_DISTANCE = 8;

/** Above a whole organization: the repositories that carry it, in one row or two. */
const SUMMARY = { wide: 41, narrow: 69 };

/** The height of a window without what is above an organization. */
export const heightOfOrganization = (width: number, height: number): number =>
  height - (width < TABLET ? SUMMARY.narrow : SUMMARY.wide);

/** The number of cards that fit below each other into a window of this height. */
export function rowsIn({ cardHeight }: Sizes, width: number, height: number): number {
  const free = height - (width < TABLET ? AROUND.narrow : AROUND.wide);
  return Math.min(ROWS.most, Math.max(ROWS.least, Math.floor(free / (cardHeight + CARD_DISTANCE))));
}

/** The number of columns that fit into a window of this width. */
export const columnsIn = (width: number): number =>
  Math.floor((width - MARGIN - 2 * (SIDE - MARGIN)) / (CARD_WIDTHS.least + LEAST_GAP));

/** The number of columns of wide cards that fit into a window of this width. */
export function wideColumnsIn(width: number): number {
  let count = 0;
  while (sizesOf(count + 1, width).cardWidth >= WIDE_CARD) count++;
  return count;
}

/** Whether the columns are not wider than a window of this width. */
export const fitsInto = (layers: Pick<Layers, "columns">, width: number): boolean =>
  countSlots(layers.columns) <= columnsIn(width);

export interface PlacedCard {
  card: Card;
  x: number;
  /** The top. */
  y: number;
}

/** The same edges with their places. */
export function usualLines({ edges, layers }: Drawing): PlacedEdge[] {
  const usual = new Set(usualEdges(layers));
  return edges.filter(({ edge }) => usual.has(edge));
}

/** The greatest count of the edges that are drawn while nothing is pointed at. */
export function countRange({ layers }: Drawing): CountRange {
  const counts = usualEdges(layers).map(({ count }) => count);
  return { most: Math.max(1, ...counts) };
}

const LABEL = { width: 40, height: 22 };

/** Returns the edges whose labels cover neither a card nor another label. */
export function labeledEdges({ cards, sizes }: Drawing, edges: readonly PlacedEdge[]): PlacedEdge[] {
  const labeled: PlacedEdge[] = [];
  for (const placed of edges) {
    const { x, y } = placed.middle;
    const isFree =
      cards.every(
        (card) =>
          x + LABEL.width / 2 < card.x ||
          x - LABEL.width / 2 > card.x + sizes.cardWidth ||
          y + LABEL.height / 2 < card.y ||
          y - LABEL.height / 2 > card.y + sizes.cardHeight,
      ) &&
      labeled.every(
        ({ middle }) => Math.abs(middle.x - x) > LABEL.width || Math.abs(middle.y - y) > LABEL.height,
      );
    if (isFree) labeled.push(placed);
  }
  return labeled;
}

export interface PlacedEdge {
  edge: CardEdge;
  /** As in SVG. */
  path: string;
  /** The arrow at the consumer: where it points to, and whether to the right. */
  tip: { x: number; y: number; isRightward: boolean };
  /** Whether it connects cards of a column. */
  isLoop: boolean;
  /** The middle of the line. */
  middle: { x: number; y: number };
}

/** What is drawn, with its places. */
export interface Drawing {
  layers: Layers;
  sizes: Sizes;
  cards: PlacedCard[];
  edges: PlacedEdge[];
  columns: (Layers["columns"][number] & { x: number; width: number })[];
  width: number;
  height: number;
}

/** Returns the request for the worker. Edges within a column do not influence its order. */
export function layoutRequest(layers: Layers, sizes: Sizes, id: number): LayoutRequest {
  const { cards } = layers;
  const slots = slotsOf(layers);
  const index = new Map(cards.map((card, at) => [card.id, at]));
  return {
    id,
    nodes: cards.map((card) => ({ column: slots.of(card), height: sizes.cardHeight })),
    edges: spanning(layers).map(({ edge, low, high }) => ({
      low: index.get(low) ?? 0,
      high: index.get(high) ?? 0,
      from: index.get(edge.from) ?? 0,
    })),
    width: sizes.cardWidth,
    gap: sizes.gap,
    isOrdered: layers.isRanked === true || layers.columns.some(({ parts = 1 }) => parts > 1),
  };
}

/** Edges between different places that the layout makes room for, by the card in the lower and the one in the higher place. */
function spanning(layers: Layers) {
  const slots = slotsOf(layers);
  const places = new Map(layers.cards.map((card) => [card.id, slots.of(card)]));
  return usualEdges(layers).flatMap((edge) => {
    const [from = 0, to = 0] = [places.get(edge.from), places.get(edge.to)];
    if (from === to) return [];
    return [from < to ? { edge, low: edge.from, high: edge.to } : { edge, low: edge.to, high: edge.from }];
  });
}

/** Places cards and edges by the worker's answer. */
export function placeLayers(layers: Layers, sizes: Sizes, { y, lanes, height }: LayoutResult): Drawing {
  const slots = slotsOf(layers);
  const sides = sidesOf(layers.columns, sizes.gap);
  const leftOf = (slot: number): number => MARGIN + sides.left + slot * (sizes.cardWidth + sizes.gap);
  const cards = layers.cards.map((card, index) => ({
    card,
    x: leftOf(slots.of(card)),
    y: HEADING_HEIGHT + MARGIN + (y[index] ?? 0) - sizes.cardHeight / 2,
  }));
  const placed = new Map(cards.map((one) => [one.card.id, one]));
  const passing = new Map(spanning(layers).map(({ edge }, index) => [edge.id, lanes[index] ?? []]));
  return {
    layers,
    sizes,
    cards,
    edges: layers.edges.flatMap((edge) => {
      const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
      if (!from || !to) return [];
      const inside = (passing.get(edge.id) ?? []).map((lane) => lane + HEADING_HEIGHT + MARGIN);
      return [{ edge, ...(from.x === to.x ? loop(from, to, sizes) : line(from, to, inside, sizes)) }];
    }),
    columns: layers.columns.map((column) => ({
      ...column,
      x: leftOf(slots.first(column.at)),
      width: (column.parts ?? 1) * (sizes.cardWidth + sizes.gap) - sizes.gap,
    })),
    // Lines within the last column and its buttons need the gap as well.
    width: leftOf(slots.count) + sides.right,
    height: HEADING_HEIGHT + 2 * MARGIN + height,
  };
}

type Line = Omit<PlacedEdge, "edge">;

/** A line between columns. In the columns in between, it runs straight between the cards. */
function line(
  from: PlacedCard,
  to: PlacedCard,
  lanes: readonly number[],
  { cardWidth, cardHeight, gap }: Sizes,
): Line {
  const middleOf = ({ y }: PlacedCard): number => y + cardHeight / 2;
  const isRightward = from.x < to.x;
  const [low, high] = isRightward ? [from, to] : [to, from];
  const [startX, endX] = [low.x + cardWidth, high.x];
  let path = `M ${startX} ${middleOf(low)}`;
  let [x, y] = [startX, middleOf(low)];
  const curveTo = (nextX: number, nextY: number): void => {
    const bend = x + gap / 2;
    path += ` C ${bend} ${y} ${bend} ${nextY} ${nextX} ${nextY}`;
    [x, y] = [nextX, nextY];
  };
  for (const lane of lanes) {
    curveTo(x + gap, lane);
    x += cardWidth;
    path += ` L ${x} ${lane}`;
  }
  const last = { x, y };
  curveTo(endX, middleOf(high));
  return {
    path,
    isLoop: false,
    tip: { x: isRightward ? endX : startX, y: middleOf(to), isRightward },
    middle: { x: (last.x + endX) / 2, y: (last.y + middleOf(high)) / 2 },
  };
}

const LOOP = 28;
const LOOP_GROWTH = 0.12;

/** A line between cards of a column, on their right. */
function loop(from: PlacedCard, to: PlacedCard, { cardWidth, cardHeight, gap }: Sizes): Line {
  const middleOf = ({ y }: PlacedCard): number => y + cardHeight / 2;
  const x = from.x + cardWidth;
  const [startY, endY] = [middleOf(from), middleOf(to)];
  const bend = Math.min(gap * 0.9, LOOP + LOOP_GROWTH * Math.abs(endY - startY));
  return {
    path: `M ${x} ${startY} C ${x + bend} ${startY} ${x + bend} ${endY} ${x} ${endY}`,
    isLoop: true,
    tip: { x, y: endY, isRightward: false },
    middle: { x: x + bend * 0.75, y: (startY + endY) / 2 },
  };
}
