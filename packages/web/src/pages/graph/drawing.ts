import { busLines, hasBuses } from "./bus-lines.ts";
import { line, loop, type Pass, routesOf, straight } from "./card-lines.ts";
import type { CountRange } from "./clock-lines.ts";
import {
  FRAME,
  type Frame,
  FRAME_PADDING,
  PLACE_DISTANCE,
  placeColumns,
  placeSections,
  ROW_DISTANCE,
  type Trunk,
  trunksOf,
} from "./frame.ts";
import type { Card, CardEdge, Column, Layers } from "./layers.ts";
import type { LayoutRequest, LayoutResult } from "./layout-worker.ts";
import { linesAround } from "./lines-around.ts";
import { framedColumn } from "./sections.ts";
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
/** Of narrow columns around a root, which say in a second line when they get a change. */
const TALL_HEADING = 48;
export const HEADING_WIDTH = 240;

export interface Sizes {
  cardWidth: number;
  cardHeight: number;
  /** Distance between columns: room for edges. */
  gap: number;
  /** Whether there is a framed column, whose headings say what its cards then need not. */
  isFramed?: boolean;
}

/** Cards of the usual least width have an icon beside the name. */
const CARD_WIDTHS = { least: 132, usual: 184, most: 380 };
const GAPS = [96, 72, 48];
/** Room for a line. */
const LEAST_GAP = 32;
/** Divides a width among columns, or so many of them. Cards never get narrower than their names need, so that many columns are wider than it. */
export function sizesOf(columns: Layers["columns"] | number, width: number): Sizes {
  const count = typeof columns === "number" ? columns : countSlots(columns);
  const parts = typeof columns === "number" ? undefined : framedColumn({ columns })?.parts;
  if (parts !== undefined) return framedSizes(count - parts, parts, width);
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

/** Divides a width among columns and the places of a framed one. */
function framedSizes(others: number, parts: number, width: number): Sizes {
  const gap = width < TABLET ? FRAMED_GAPS.narrow : FRAMED_GAPS.wide;
  const left = width - 2 * MARGIN - others * (gap + FRAME_PADDING) - (parts - 1) * PLACE_DISTANCE;
  const cardWidth = Math.min(CARD_WIDTHS.most, Math.floor(left / (others + parts)));
  return { cardWidth, cardHeight: CARD_HEIGHTS.wide, gap: gap + FRAME_PADDING, isFramed: true };
}

/** Beside a frame. */
const FRAMED_GAPS = { wide: 56, narrow: 40 };
/** The narrowest card in a frame, and the most places beside each other. */
const FRAMED = { least: 216, parts: 3 };

/** The number of places of a framed column in a window of this width. */
export function partsIn(width: number, columns: number): number {
  let parts = FRAMED.parts;
  while (parts > 0 && framedSizes(columns - 1, parts, width).cardWidth < FRAMED.least) parts--;
  return parts;
}

/** What a window of this size has besides the sections of a framed column. */
const AROUND_SECTIONS = { wide: 175, usual: 246, narrow: 310 };
/** In narrower windows, the toolbar takes two rows and the legend three. */
const LAPTOP = 1200;

/** The number of cards that fit below each other into the sections of a framed column. */
export function framedRowsIn(sections: number, hasGroups: boolean, width: number, height: number): number {
  const { heading, bottom, distance, groups } = FRAME;
  const { wide, usual, narrow } = AROUND_SECTIONS;
  const free = height - (width < TABLET ? narrow : width < LAPTOP ? usual : wide);
  const rows =
    (free -
      sections * (heading + bottom + distance - ROW_DISTANCE + (hasGroups ? groups - ROW_DISTANCE : 0))) /
    (CARD_HEIGHTS.wide + ROW_DISTANCE);
  return Math.max(ROWS.least, Math.floor(rows));
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
  frames: Frame[];
  /** The lines between frames. */
  trunks: Trunk[];
  /** The height of the headings. */
  heading: number;
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

/** Returns the left of each place. */
function leftsOf(layers: Layers, { cardWidth, gap }: Sizes): number[] {
  const slots = slotsOf(layers);
  const framed = framedColumn(layers);
  const first = framed ? slots.first(framed.at) : 0;
  const last = first + (framed?.parts ?? 1) - 1;
  let x = MARGIN;
  return Array.from({ length: slots.count }, (_, slot) => {
    const left = x;
    x += cardWidth + (framed && slot >= first && slot < last ? PLACE_DISTANCE : gap);
    return left;
  });
}

/** Places cards and edges by the worker's answer. */
export function placeLayers(layers: Layers, sizes: Sizes, { y, lanes, height }: LayoutResult): Drawing {
  const slots = slotsOf(layers);
  const framed = framedColumn(layers);
  const isGrid = framed !== undefined || layers.isSummed === true;
  const lefts = leftsOf(layers, sizes);
  const leftOf = (slot: number): number => lefts[slot] ?? 0;
  const isRooted = layers.cards.some(isRoot);
  const heading = isRooted && !framed && sizes.cardWidth < HEADING_WIDTH ? TALL_HEADING : HEADING_HEIGHT;
  const top = heading + (isRooted ? ROOTED_MARGIN : MARGIN);
  const centered = layers.cards.map((card, index) => ({
    card,
    x: leftOf(slots.of(card)),
    y: top + (y[index] ?? 0) + headingBefore(layers, card) / 2 - sizes.cardHeight / 2,
  }));
  const places = { sizes, top, leftOf, slotOf: slots.of };
  const { cards, frames } = framed
    ? besideSections(centered, placeSections(layers, framed, places), sizes)
    : layers.isSummed === true
      ? placeColumns(layers, CARD_DISTANCE, places)
      : { cards: layers.isRanked ? inTable(centered, layers, sizes) : centered, frames: [] };
  const placed = new Map(cards.map((one) => [one.card.id, one]));
  const passing = new Map(spanning(layers).map(({ edge }, index) => [edge.id, lanes[index] ?? []]));
  const firstRow = Math.min(...cards.filter(({ card }) => !isRoot(card)).map((one) => one.y));
  const distance = framed ? ROW_DISTANCE : CARD_DISTANCE;
  /** Where a line passes the places between its ends: in frames, between the rows of their cards. */
  const passes = (edge: CardEdge, from: PlacedCard, to: PlacedCard): Pass[] => {
    const [low, high] = [from, to].map(({ card }) => slots.of(card)).toSorted((a, b) => a - b);
    if (!isGrid || low === undefined || high === undefined)
      return (passing.get(edge.id) ?? []).map((lane, at) => ({
        x: leftOf((low ?? 0) + 1 + at),
        y: top + lane,
      }));
    const [end, start] = to.card.column === framed?.at || !framed ? [to.y, from.y] : [from.y, to.y];
    const lane = end >= start && end > firstRow ? end - distance / 2 : end + sizes.cardHeight + distance / 2;
    return lefts.slice(low + 1, high).map((x) => ({ x, y: lane }));
  };
  const buses =
    !isGrid && hasBuses(layers, sizes.gap)
      ? busLines(routesOf(layers, placed, passes, sizes), sizes.gap, sizes.cardHeight)
      : undefined;
  const root = cards.find(({ card }) => isRoot(card));
  const widthOf = (at: number, parts: number): number =>
    leftOf(slots.first(at) + parts - 1) + sizes.cardWidth - leftOf(slots.first(at));
  const bottom = isGrid
    ? Math.max(
        ...frames.map((frame) => frame.y + frame.height),
        ...cards.map((one) => one.y + sizes.cardHeight),
      )
    : top + height;
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
          ? loop(from, to, from.card.column === framed?.at ? { ...sizes, gap: PLACE_DISTANCE } : sizes)
          : points
            ? straight(points)
            : line(from, to, passes(edge, from, to), sizes);
      return [{ edge, ...shape }];
    }),
    frames,
    trunks: root ? trunksOf(layers, { frames, root, sizes }) : [],
    heading,
    columns: layers.columns.map((column) => ({
      ...column,
      ...(column.isBelow === true && { top: topOf(cards, column.at) - HEADING_HEIGHT }),
      x: leftOf(slots.first(column.at)),
      width: widthOf(column.at, column.parts ?? 1),
    })),
    // Lines within the last column need the gap as well.
    width: leftOf(slots.count - 1) + sizes.cardWidth + (isGrid ? MARGIN : sizes.gap),
    height: bottom + (isGrid ? FRAME_PADDING : MARGIN),
  };
}

/** Below the headings of a table: room for a line. */
const TABLE_MARGIN = 8;

/** Places all cards in rows from the top, so that lines lead straight between these. */
function inTable(cards: readonly PlacedCard[], layers: Layers, { cardHeight }: Sizes): PlacedCard[] {
  const next = new Map<number, number>();
  return cards.map((one) => {
    const y = (next.get(one.x) ?? HEADING_HEIGHT + TABLE_MARGIN) + headingBefore(layers, one.card);
    next.set(one.x, y + cardHeight + CARD_DISTANCE);
    return { ...one, y };
  });
}

/** Below the headings around a root. */
const ROOTED_MARGIN = 4;

const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;

/** Puts the other columns beside the first card of the sections. */
function besideSections(
  cards: readonly PlacedCard[],
  { cards: inside, frames }: { cards: PlacedCard[]; frames: Frame[] },
  { cardHeight }: Sizes,
): { cards: PlacedCard[]; frames: Frame[] } {
  const framed = new Set(inside.map(({ card }) => card.id));
  const first = Math.min(...inside.map(({ y }) => y));
  const others = Map.groupBy(
    cards.filter(({ card }) => !framed.has(card.id)),
    ({ x }) => x,
  );
  const moved = [...others.values()].flatMap((column) =>
    column
      .toSorted((a, b) => a.y - b.y)
      .map((one, at) => ({ ...one, y: first + at * (cardHeight + CARD_DISTANCE) })),
  );
  return { cards: [...moved, ...inside], frames };
}

const topOf = (cards: readonly PlacedCard[], at: number): number =>
  Math.min(...cards.filter(({ card }) => card.column === at).map(({ y }) => y));
