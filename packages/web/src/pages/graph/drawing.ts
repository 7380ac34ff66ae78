import { busLines, hasBuses } from "./bus-lines.ts";
import { line, loop, type Pass, routesOf, straight } from "./card-lines.ts";
import { FRAME, FRAME_PADDING, NARROW_PADDING, PLACE_DISTANCE, ROW_DISTANCE } from "./frame-sizes.ts";
import {
  type Frame,
  type Placed,
  placeColumns,
  type Places,
  placeSections,
  type Trunk,
  trunksOf,
} from "./frame.ts";
import type { Tip } from "./clock-lines.ts";
import type { Card, CardEdge, Column, Layers } from "./layers.ts";
import type { LayoutRequest, LayoutResult } from "./layout-worker.ts";
import { framedColumn } from "./sections.ts";
import {
  CARD_DISTANCE,
  HEADING_HEIGHT,
  HEADING_WIDTH,
  MARGIN,
  TIMED_HEADING,
  type Sizes,
  TALL_HEADING,
} from "./sizes.ts";
import { type Slots, slotsOf } from "./slots.ts";
import { usualEdges } from "./usual-edges.ts";

export interface PlacedCard {
  card: Card;
  x: number;
  /** The top. */
  y: number;
  /** If it is not that of the others. */
  height?: number;
}

export interface PlacedEdge {
  edge: CardEdge;
  /** As in SVG. */
  path: string;
  /** The arrow at the consumer. */
  tip: Tip;
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

/** The width of the cards of a place. */
const widthAt = (slots: Slots, { cardWidth, rootWidth = cardWidth }: Sizes, slot: number): number =>
  slot === slots.first(0) ? rootWidth : cardWidth;

/** Returns the left of each place. */
function leftsOf(layers: Layers, sizes: Sizes): number[] {
  const { gap } = sizes;
  const slots = slotsOf(layers);
  const framed = framedColumn(layers);
  const first = framed ? slots.first(framed.at) : 0;
  const last = first + (framed?.parts ?? 1) - 1;
  let x = MARGIN;
  return Array.from({ length: slots.count }, (_, slot) => {
    const left = x;
    x += widthAt(slots, sizes, slot) + (framed && slot >= first && slot < last ? PLACE_DISTANCE : gap);
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
  const heading = headingOf(layers, sizes, isRooted);
  const top = heading + (isRooted ? ROOTED_MARGIN : MARGIN);
  const centered = layers.cards.map((card, index): PlacedCard => ({
    card,
    x: leftOf(slots.of(card)),
    y: top + (y[index] ?? 0) + headingBefore(layers, card) / 2 - sizes.cardHeight / 2,
  }));
  const places = { sizes, top, leftOf, slotOf: slots.of };
  const hasStack = layers.columns.some(({ isBelow }) => isBelow === true);
  const { cards, frames } = framed
    ? hasStack
      ? withStack(layers, placeSections(layers, framed, places), places)
      : besideSections(centered, placeSections(layers, framed, places), sizes)
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
    leftOf(slots.first(at) + parts - 1) +
    widthAt(slots, sizes, slots.first(at) + parts - 1) -
    leftOf(slots.first(at));
  const bottom = isGrid
    ? Math.max(
        ...frames.map((frame) => frame.y + frame.height),
        ...cards.map((one) => one.y + (one.height ?? sizes.cardHeight)),
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
      ...(column.isBelow === true && {
        top: topOf(cards, column.at) - HEADING_HEIGHT - (isGrid ? NARROW_PADDING : 0),
      }),
      x: leftOf(slots.first(column.at)),
      width: widthOf(column.at, column.parts ?? 1),
    })),
    // Lines within the last column need the gap as well.
    width: leftOf(slots.count - 1) + widthAt(slots, sizes, slots.count - 1) + (isGrid ? MARGIN : sizes.gap),
    height: bottom + (isGrid ? FRAME_PADDING : MARGIN),
  };
}

/** Narrow headings around a root have a line for their number and, where frames do not have these, another for timings. */
function headingOf(layers: Layers, { cardWidth }: Sizes, isRooted: boolean): number {
  if (!isRooted || framedColumn(layers)) return HEADING_HEIGHT;
  if (layers.isSummed === true) return cardWidth >= NOTED_HEADING ? HEADING_HEIGHT : TALL_HEADING;
  return cardWidth >= HEADING_WIDTH ? HEADING_HEIGHT : TIMED_HEADING;
}

/** Of a title, a number and a note beside each other. */
const NOTED_HEADING = 320;

/** Below the headings of a table: room for a line in the middle. */
const TABLE_MARGIN = 12;

/** Places all cards in rows from the top, so that lines lead straight between these. */
function inTable(
  cards: readonly PlacedCard[],
  layers: Layers,
  { cardHeight, distance = CARD_DISTANCE }: Sizes,
): PlacedCard[] {
  const next = new Map<number, number>();
  return cards.map((one) => {
    const y = (next.get(one.x) ?? HEADING_HEIGHT + TABLE_MARGIN) + headingBefore(layers, one.card);
    next.set(one.x, y + cardHeight + distance);
    return { ...one, y };
  });
}

/** Below the headings around a root. */
const ROOTED_MARGIN = 4;

const isRoot = (card: Card): boolean => card.kind === "repository" && card.isRoot;

/** Puts the other columns beside the first card of the sections. */
function besideSections(
  cards: readonly PlacedCard[],
  { cards: inside, frames }: Placed,
  { cardHeight }: Sizes,
): Placed {
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

/** Puts the root beside the first card of the sections, and the other columns below it. */
function withStack(layers: Layers, inside: Placed, places: Places): Placed {
  const top = places.top + FRAME.heading - NARROW_PADDING;
  const below = placeColumns(layers, ROW_DISTANCE, { ...places, top });
  return { cards: [...below.cards, ...inside.cards], frames: [...inside.frames, ...below.frames] };
}

const topOf = (cards: readonly PlacedCard[], at: number): number =>
  Math.min(...cards.filter(({ card }) => card.column === at).map(({ y }) => y));
