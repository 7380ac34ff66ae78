import {
  FRAME,
  FRAME_PADDING,
  NAME_LINE,
  NARROW_PADDING,
  PLACE_DISTANCE,
  ROW_DISTANCE,
  STACK_HEADING,
} from "./frame-sizes.ts";
import type { Card, Layers } from "./layers.ts";
import { framedColumn, type SectionCounts } from "./sections.ts";
import { countSlots } from "./slots.ts";

/** Of cards with two lines to five: narrower ones have lines for the owner, for what they pass on, and for the organization. */
const CARD_HEIGHTS = { wide: 48, inline: 62, narrow: 76, narrowInOrganization: 90 };
/** Without a root, all cards have three lines and a bar, and lines pass in the middle between two rows of them. */
const RANKED = { height: 64, distance: 14 };
/** Narrower cards have no room for the owner beside the timing. */
export const WIDE_CARD = 300;
/** Narrower cards say the organization above the name, and what they pass on below the timing. */
export const INLINE_CARD = 230;
/** The width of a list on a phone. */
export const LEAST_LIST = 328;
export const MARGIN = 24;
/** Above the cards: the headings of the columns. */
export const HEADING_HEIGHT = 32;
/** Of narrow columns around a root, which have the number of repositories in a second line. */
export const TALL_HEADING = 48;
/** Where no frames say when, with a line for that. */
export const TIMED_HEADING = 64;
export const HEADING_WIDTH = 240;

export interface Sizes {
  cardWidth: number;
  cardHeight: number;
  /** Distance between columns: room for edges. */
  gap: number;
  /** Between two cards of a column, if it is not the usual one. */
  distance?: number;
  /** Whether there is a framed column, whose headings say what its cards then need not. */
  isFramed?: boolean;
  /** Whether lines are summed up. All cards then have as many lines of text, also where they are wide. */
  isSummed?: boolean;
  /** Of the root beside a framed column, if it is alone. It leaves its room to the cards in the frames. */
  rootWidth?: number;
}

/** The width of a card. */
export const widthOfCard = ({ column }: Card, { cardWidth, rootWidth = cardWidth }: Sizes): number =>
  column === 0 ? rootWidth : cardWidth;

/** Cards of the usual least width have an icon beside the name. */
const CARD_WIDTHS = { least: 132, usual: 184, most: 380 };
const GAPS = [96, 72, 60, 48];
/** Room for a line. */
const LEAST_GAP = 32;
/** Room for one line, between frames. */
const SUMMED_GAP = 48;
/** Room for the lines of one card. */
const RANKED_GAP = 36;
/**
 * Divides a width among columns, or so many of them. Cards never get narrower than their names need, so that many columns are wider
 * than it. Around a root, `isOrgNamed` says whether the repositories are of several organizations.
 */
export function sizesOf(columns: Layers["columns"] | number, width: number, isOrgNamed = false): Sizes {
  const count = typeof columns === "number" ? columns : countSlots(columns);
  const { parts } = (typeof columns === "number" ? undefined : framedColumn({ columns })) ?? {};
  const hasStack = typeof columns !== "number" && columns.some(({ isBelow }) => isBelow === true);
  if (parts !== undefined) return framedSizes(count - parts, parts, width, hasStack);
  const left = width - 2 * MARGIN;
  const gap =
    GAPS.find((one) => count * (WIDE_CARD + one) <= left) ??
    GAPS.find((one) => count * (INLINE_CARD + one) <= left) ??
    GAPS.find((one) => count * (CARD_WIDTHS.usual + one) <= left) ??
    LEAST_GAP;
  const cardWidth = Math.floor(left / count) - gap;
  const fitting = Math.min(CARD_WIDTHS.most, Math.max(CARD_WIDTHS.least, cardWidth));
  return {
    cardWidth: fitting,
    cardHeight: heightOf(fitting, isOrgNamed),
    gap,
  };
}

function heightOf(cardWidth: number, isOrgNamed: boolean): number {
  if (cardWidth >= WIDE_CARD) return CARD_HEIGHTS.wide;
  if (cardWidth >= INLINE_CARD) return CARD_HEIGHTS.inline;
  return isOrgNamed ? CARD_HEIGHTS.narrowInOrganization : CARD_HEIGHTS.narrow;
}

/** The same where lines are summed up, which need less room between columns. */
export function summedSizes(columns: Layers["columns"] | number, width: number, isOrgNamed = false): Sizes {
  const count = typeof columns === "number" ? columns : countSlots(columns);
  const cardWidth = Math.floor((width - 2 * MARGIN) / count) - SUMMED_GAP;
  const fitting = Math.min(CARD_WIDTHS.most, Math.max(CARD_WIDTHS.least, cardWidth));
  return {
    cardWidth: fitting,
    cardHeight: heightOf(Math.min(fitting, WIDE_CARD - 1), isOrgNamed),
    gap: SUMMED_GAP,
    isSummed: true,
  };
}

/** The same, with cards of an organization. Narrow ones are wider, since only the lines of one are drawn between them. */
export const rankedSizes = (...args: Parameters<typeof sizesOf>): Sizes => {
  const { cardWidth, gap } = sizesOf(...args);
  const spared = cardWidth < WIDE_CARD ? Math.max(0, gap - RANKED_GAP) : 0;
  return {
    cardWidth: cardWidth + spared,
    cardHeight: RANKED.height,
    gap: gap - spared,
    distance: RANKED.distance,
  };
};

/** The toolbar, the legend and the margins around the cards: on tablets, the first two take more rows. */
const AROUND = { wide: 182, narrow: 325 };
export const TABLET = 1024;
const ROWS = { least: 5, most: 12 };
export const CARD_DISTANCE = 8;

/** Above a whole organization: the repositories that carry it, in one row or two. */
const SUMMARY = { wide: 41, narrow: 69 };

/** The height of a window without what is above an organization. */
export const heightOfOrganization = (width: number, height: number): number =>
  heightBelowLines(width, height) - (width < TABLET ? SUMMARY.narrow : SUMMARY.wide);

/** The sentence about the lines of one card, above a drawing without a root. On tablets, the legend below takes a row less than around a root. */
const LINES = { wide: 60, narrow: 84 - 36 };

/** The height of a window without it. */
export const heightBelowLines = (width: number, height: number): number =>
  height - (width < TABLET ? LINES.narrow : LINES.wide);

/** The number of cards that fit below each other into a window of this height. */
export const rowsIn = (sizes: Sizes, width: number, height: number): number =>
  Math.min(ROWS.most, Math.max(ROWS.least, freeRows(sizes, width, height)));

function freeRows({ cardHeight, distance = CARD_DISTANCE }: Sizes, width: number, height: number): number {
  const free = height - (width < TABLET ? AROUND.narrow : AROUND.wide);
  return Math.floor((free + distance) / (cardHeight + distance));
}

/** Of two lines of ways, in a card. */
const WAYS = 22;

/** The number of cards that fit below each other into so many columns of a stack, below the root. */
export function stackedRowsIn(stacked: number, sizes: Sizes, width: number, height: number): number {
  // Beside sections, the root begins below the heading of the first one, and cards are as close as there.
  // Beyond one hop, a stack has two lines more.
  const [before, distance] =
    sizes.isFramed === true ? [FRAME.heading + (stacked - 1) * WAYS, ROW_DISTANCE] : [0, CARD_DISTANCE];
  const headings = before + stacked * (STACK_HEADING + 2 * NARROW_PADDING - distance);
  return Math.max(2 * stacked, freeRows({ ...sizes, distance }, width, height - headings) - 1);
}

/** The number of columns that fit into a window of this width. Tablets have a list instead of cards without icons. */
export const columnsIn = (width: number): number =>
  Math.floor((width - 2 * MARGIN) / ((width < TABLET ? LEAST_ON_TABLET : CARD_WIDTHS.least) + LEAST_GAP));

const LEAST_ON_TABLET = 176;

/** Divides a width among columns and the places of a framed one. The root takes little of it, unless there are columns below. */
export function framedSizes(others: number, parts: number, width: number, hasStack: boolean): Sizes {
  const gap = width < TABLET ? FRAMED_GAPS.narrow : FRAMED_GAPS.wide;
  const left = width - 2 * MARGIN - others * (gap + FRAME_PADDING) - (parts - 1) * PLACE_DISTANCE;
  const sizes = { cardHeight: CARD_HEIGHTS.wide, gap: gap + FRAME_PADDING, isFramed: true };
  const equal = Math.floor(left / (others + parts));
  const rootWidth = width < TABLET ? ROOT_WIDTHS.narrow : ROOT_WIDTHS.wide;
  if (hasStack || others > 1 || equal <= rootWidth)
    return { ...sizes, cardWidth: Math.min(CARD_WIDTHS.most, equal) };
  const cardWidth = Math.min(CARD_WIDTHS.most, Math.floor((left - rootWidth) / parts));
  return { ...sizes, cardWidth, rootWidth };
}

/** Beside a frame. */
const FRAMED_GAPS = { wide: 36, narrow: 36 };
const ROOT_WIDTHS = { wide: 212, narrow: 180 };
/** The narrowest card in a frame, and the most places beside each other. */
const FRAMED = { least: 216, parts: 3 };

/** The number of places of a framed column in a window of this width. */
export function partsIn(width: number, columns: number, hasStack = false): number {
  let parts = FRAMED.parts;
  while (parts > 0 && framedSizes(columns - 1, parts, width, hasStack).cardWidth < FRAMED.least) parts--;
  return parts;
}

/** What a window of this size has besides the sections of a framed column. */
const AROUND_SECTIONS = { wide: 175, usual: 246, narrow: 258 };
/** In narrower windows, the toolbar takes two rows. */
const LAPTOP = 1200;

/** On a tablet, sections that need no groups may scroll, so that each repository has a card. */
const SCROLLED_WINDOWS = 2;

/** The number of cards that fit below each other into the sections of a framed column, of which so many are higher than others. */
export function framedRowsIn(
  { sections, withGroups, versionLines }: SectionCounts,
  width: number,
  height: number,
  highCards = 0,
): number {
  const { heading, versions, bottom, distance, groups } = FRAME;
  const { wide, usual, narrow } = AROUND_SECTIONS;
  const windows = width < TABLET && withGroups === 0 ? SCROLLED_WINDOWS : 1;
  const free = windows * (height - (width < TABLET ? narrow : width < LAPTOP ? usual : wide));
  const rows =
    (free -
      sections * (heading + bottom + distance - ROW_DISTANCE) -
      withGroups * (groups - ROW_DISTANCE) -
      versionLines * versions -
      highCards * NAME_LINE) /
    (CARD_HEIGHTS.wide + ROW_DISTANCE);
  return Math.max(ROWS.least, Math.floor(rows));
}

/** Whether the columns are not wider than a window of this width. Around a root, as many below it are a list as beside it. */
export const fitsInto = (
  { columns, isSummed }: Pick<Layers, "columns" | "isSummed">,
  width: number,
): boolean => (isSummed === true ? columns.length : countSlots(columns)) <= columnsIn(width);

/** The sizes of a drawing, for which columns have as much room as their kind of lines leaves. */
export const sizesFor = (
  { columns, isRanked, isSummed }: Pick<Layers, "columns" | "isRanked" | "isSummed">,
  width: number,
  isOrgNamed: boolean,
): Sizes => (isRanked ? rankedSizes : isSummed ? summedSizes : sizesOf)(columns, width, isOrgNamed);
