import { busLines, hasBuses } from "./bus-lines.ts";
import { line, loop, type Pass, routesOf, straight } from "./card-lines.ts";
import type { CountRange } from "./clock-lines.ts";
import { type Frame, FRAME_PADDING, framedColumn, frameOf } from "./frame.ts";
import type { Card, CardEdge, Column, Layers } from "./layers.ts";
import type { LayoutRequest, LayoutResult } from "./layout-worker.ts";
import { linesAround } from "./lines-around.ts";
import { countSlots, slotsOf } from "./slots.ts";
import { usualEdges } from "./usual-edges.ts";

/** Of a card with two lines, and of a narrow one, whose owner has a line and whose name may take two. */
const CARD_HEIGHTS = { wide: 48, narrow: 68 };
/** Without a root, all cards have three lines and a bar. */
const RANKED_HEIGHT = 76;
/** Narrower cards have no room for the owner beside the timing. */
export const WIDE_CARD = 300;
export const MARGIN = 24;
/** Above the cards: the headings of the columns. */
export const HEADING_HEIGHT = 32;

export interface Sizes {
  cardWidth: number;
  cardHeight: number;
  /** Distance between columns: room for edges. */
  gap: number;
}

/** Cards of the usual least width have an icon beside the name. */
const CARD_WIDTHS = { least: 132, usual: 184, most: 380 };
const GAPS = [96, 72, 48];
/** Room for a line. */
const LEAST_GAP = 32;
/** Divides a width among columns, or so many of them. Cards never get narrower than their names need, so that many columns are wider than it. */
export function sizesOf(columns: Layers["columns"] | number, width: number): Sizes {
  const count = typeof columns === "number" ? columns : countSlots(columns);
  const left = width - 2 * MARGIN;
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

/** The same, with cards of an organization. */
export const rankedSizes = (...args: Parameters<typeof sizesOf>): Sizes => ({
  ...sizesOf(...args),
  cardHeight: RANKED_HEIGHT,
});

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
  Math.floor((width - 2 * MARGIN) / (CARD_WIDTHS.least + LEAST_GAP));

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
export function usualLines(drawing: Drawing): PlacedEdge[] {
  const { edges, layers } = drawing;
  if (layers.isRanked) return linesAround(drawing, layers.held);
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
  frame: Frame | undefined;
  /** With the top of the heading, if it is not that of the drawing. */
  columns: (Column & { x: number; width: number; top?: number })[];
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
    nodes: cards.map((card) => ({
      column: slots.of(card),
      height: sizes.cardHeight + headingBefore(layers, card),
    })),
    edges: spanning(layers).map(({ edge, low, high }) => ({
      low: index.get(low) ?? 0,
      high: index.get(high) ?? 0,
      from: index.get(edge.from) ?? 0,
    })),
    width: sizes.cardWidth,
    gap: sizes.gap,
    isOrdered: !layers.isAggregated,
  };
}

/** The room for the heading of a column that is below another one, before its first card. */
const BELOW = 40;

function headingBefore({ cards, columns }: Layers, card: Card): number {
  const isBelow = columns.some(({ at, isBelow: below }) => at === card.column && below === true);
  return isBelow && cards.find(({ column }) => column === card.column) === card ? BELOW : 0;
}

/** Edges between different places that the layout makes room for, by the card in the lower and the one in the higher place. */
function spanning(layers: Layers) {
  // In rows, lines pass between all cards.
  if (layers.isRanked) return [];
  const slots = slotsOf(layers);
  const places = new Map(layers.cards.map((card) => [card.id, slots.of(card)]));
  return usualEdges(layers).flatMap((edge) => {
    const [from = 0, to = 0] = [places.get(edge.from), places.get(edge.to)];
    if (from === to) return [];
    return [from < to ? { edge, low: edge.from, high: edge.to } : { edge, low: edge.to, high: edge.from }];
  });
}

/** Between the places of a framed column, whose lines end at the frame. */
const FRAME_GAP = 20;

/** Returns the left of each place. Those of a framed column are near each other and far from the root. */
function leftsOf(layers: Layers, { cardWidth, gap }: Sizes): number[] {
  const slots = slotsOf(layers);
  const framed = framedColumn(layers);
  const first = framed ? slots.first(framed.at) : 0;
  const last = first + (framed?.parts ?? 1) - 1;
  return Array.from({ length: slots.count }, (_, slot) => {
    const x = MARGIN + slot * (cardWidth + gap);
    if (!framed || slot < first || slot > last) return x;
    return x + (gap - FRAME_GAP) * (framed.at > 0 ? last - slot : first - slot);
  });
}

/** Places cards and edges by the worker's answer. */
export function placeLayers(layers: Layers, sizes: Sizes, { y, lanes, height }: LayoutResult): Drawing {
  const slots = slotsOf(layers);
  const framed = framedColumn(layers);
  const lefts = leftsOf(layers, sizes);
  const leftOf = (slot: number): number => lefts[slot] ?? 0;
  const centered = layers.cards.map((card, index) => ({
    card,
    x: leftOf(slots.of(card)),
    y: HEADING_HEIGHT + MARGIN + (y[index] ?? 0) + headingBefore(layers, card) / 2 - sizes.cardHeight / 2,
  }));
  const cards = layers.isRanked
    ? inTable(centered, layers, sizes)
    : framed
      ? inRows(centered, framed.at, sizes)
      : centered;
  const placed = new Map(cards.map((one) => [one.card.id, one]));
  const passing = new Map(spanning(layers).map(({ edge }, index) => [edge.id, lanes[index] ?? []]));
  const firstRow = framed ? topOf(cards, framed.at) : 0;
  /** Where a line passes the places between its ends: in a frame, between the rows of its cards. */
  const passes = (edge: CardEdge, from: PlacedCard, to: PlacedCard): Pass[] => {
    const [low, high] = [from, to].map(({ card }) => slots.of(card)).toSorted((a, b) => a - b);
    const given = (passing.get(edge.id) ?? []).map((lane) => lane + HEADING_HEIGHT + MARGIN);
    if (given.length > 0 || !framed || low === undefined || high === undefined)
      return given.map((lane, at) => ({ x: leftOf((low ?? 0) + 1 + at), y: lane }));
    const end = (to.card.column === framed.at ? to : from).y;
    const isBelow = end >= (to.card.column === framed.at ? from : to).y;
    const lane =
      isBelow && end > firstRow ? end - CARD_DISTANCE / 2 : end + sizes.cardHeight + CARD_DISTANCE / 2;
    return lefts.slice(low + 1, high).map((x) => ({ x, y: lane }));
  };
  const buses = hasBuses(layers, sizes.gap)
    ? busLines(routesOf(layers, placed, passes, sizes), sizes.gap, sizes.cardHeight)
    : undefined;
  const root = cards.find(({ card }) => card.kind === "repository" && card.isRoot);
  const widthOf = (at: number, parts: number): number =>
    leftOf(slots.first(at) + parts - 1) + sizes.cardWidth - leftOf(slots.first(at));
  return {
    layers,
    sizes,
    cards,
    edges: layers.edges.flatMap((edge) => {
      const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
      if (!from || !to) return [];
      const points = buses?.get(edge.id);
      const shape =
        from.x === to.x
          ? loop(from, to, from.card.column === framed?.at ? { ...sizes, gap: FRAME_GAP } : sizes)
          : points
            ? straight(points)
            : line(from, to, passes(edge, from, to), sizes);
      return [{ edge, ...shape }];
    }),
    frame:
      framed &&
      root &&
      frameOf(layers, {
        framed,
        root,
        sizes,
        x: leftOf(slots.first(framed.at)),
        width: widthOf(framed.at, framed.parts ?? 1),
        bottom: HEADING_HEIGHT + MARGIN + height,
      }),
    columns: layers.columns.map((column) => ({
      ...column,
      ...(column.isBelow === true && { top: topOf(cards, column.at) - HEADING_HEIGHT }),
      x: leftOf(slots.first(column.at)),
      width: widthOf(column.at, column.parts ?? 1),
    })),
    // Lines within the last column need the gap as well.
    width: leftOf(slots.count - 1) + sizes.cardWidth + (framed ? FRAME_PADDING + MARGIN : sizes.gap),
    height: HEADING_HEIGHT + 2 * MARGIN + height,
  };
}

/** Below the headings of a table: room for a line. */
const TABLE_MARGIN = 8;

const topOf = (cards: readonly PlacedCard[], at: number): number =>
  Math.min(...cards.filter(({ card }) => card.column === at).map(({ y }) => y));

/** Places all cards in rows from the top, so that lines lead straight between these. */
function inTable(cards: readonly PlacedCard[], layers: Layers, { cardHeight }: Sizes): PlacedCard[] {
  const next = new Map<number, number>();
  return cards.map((one) => {
    const y = (next.get(one.x) ?? HEADING_HEIGHT + TABLE_MARGIN) + headingBefore(layers, one.card);
    next.set(one.x, y + cardHeight + CARD_DISTANCE);
    return { ...one, y };
  });
}

/** Places the cards of a column in the same rows at each of its places, from the top. */
function inRows(cards: readonly PlacedCard[], at: number, { cardHeight }: Sizes): PlacedCard[] {
  const isInside = ({ card }: PlacedCard): boolean => card.column === at;
  const top = topOf(cards, at);
  const counts = new Map<number, number>();
  return cards.map((one) => {
    if (!isInside(one)) return one;
    const row = counts.get(one.x) ?? 0;
    counts.set(one.x, row + 1);
    return { ...one, y: top + row * (cardHeight + CARD_DISTANCE) };
  });
}
