import {
  FRAME_PADDING,
  NARROW_PADDING,
  NAME_LINE,
  PLACE_DISTANCE,
  ROW_DISTANCE,
  FRAME,
  STACK_HEADING,
  TIMING_HEIGHT,
} from "./frame-sizes.ts";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { heightOfWays } from "./ways-lines.tsx";
import { roundedPath } from "./bus-lines.ts";
import { byWhen, rankOfWhen, type Timing } from "./condition.ts";
import type { Tip } from "./clock-lines.ts";
import type { PlacedCard } from "./drawing.ts";
import { type Sizes, widthOfCard } from "./sizes.ts";
import { linesOfCounts, type SectionVersions, versionsOfSection } from "./group-versions.ts";
import { type Card, type Column, drawnNodes, type Layers } from "./layers.ts";
import { choiceOf } from "./section-words.ts";
import { framedColumn, type SectionTiming, sectionsOf, timingsOf } from "./sections.ts";
import { besideEachOther } from "./slots.ts";
import { AROUND, isHigh } from "./version-room.ts";

/** A box around cards. */
export interface Frame {
  /** The column of its cards. */
  at: number;
  /** Of a section by timing. */
  timing?: SectionTiming;
  /** The timings at its top, where lines from the frame before it end, each in the same line as in the others. */
  timings?: readonly TimingInLine[];
  x: number;
  y: number;
  width: number;
  height: number;
  /** The top of the heading of its groups, if it has other cards as well. */
  groupsAt?: number;
  groups?: readonly Card[];
  /** Why its other cards are not in groups. */
  choice?: string;
  /** What its repositories declare of the root. Many versions only if some are in groups. */
  versions?: SectionVersions;
}

interface TimingInLine extends Timing {
  /** From 0. */
  line: number;
}

/** A line between frames, which sums up those of their cards of one timing. */
export interface Trunk {
  clock: Clock;
  /** Whether a version decides which of them get a change then. */
  isConditional: boolean;
  path: string;
  tip: Tip;
}

export interface Placed {
  cards: PlacedCard[];
  frames: Frame[];
}

export interface Places {
  sizes: Sizes;
  top: number;
  /** The left of a place. */
  leftOf: (slot: number) => number;
  /** The place of a card. */
  slotOf: (card: Card) => number;
}

/** Places the sections of the framed column below each other, each in a frame. */
export function placeSections(
  layers: Layers,
  framed: Column,
  { sizes, top, leftOf, slotOf }: Places,
): Placed {
  const { parts = 1 } = framed;
  const cards: PlacedCard[] = [];
  const frames: Frame[] = [];
  let y = top;
  for (const { repositories, groups, ...timing } of sectionsOf(layers)) {
    const start = y;
    const place = (block: readonly Card[]): void => {
      for (let at = 0; at < block.length; at += parts) {
        const row = block.slice(at, at + parts);
        const height = sizes.cardHeight + (row.some((card) => isHigh(card, sizes.cardWidth)) ? NAME_LINE : 0);
        cards.push(...row.map((card) => ({ card, x: leftOf(slotOf(card)), y, height })));
        y += height + ROW_DISTANCE;
      }
    };
    const hasBoth = repositories.length > 0 && groups.length > 0;
    const declared = versionsOfSection(drawnNodes({ cards: [...repositories, ...groups] }));
    // Where each has a card, these say which of many versions.
    const versions = framed.at > 0 ? { ...declared, ...(!hasBoth && { counts: [] }) } : undefined;
    const width = parts * (sizes.cardWidth + PLACE_DISTANCE) - PLACE_DISTANCE;
    y += FRAME.heading + FRAME.versions * (versions ? linesOfCounts(versions, width) : 0);
    place(repositories);
    const groupsAt = y - ROW_DISTANCE;
    if (hasBoth) y += FRAME.groups - ROW_DISTANCE;
    place(groups);
    y += FRAME.bottom - ROW_DISTANCE;
    const first = Math.min(...[...repositories, ...groups].map((card) => leftOf(slotOf(card))));
    frames.push({
      at: framed.at,
      timing,
      x: first - FRAME_PADDING,
      y: start,
      width: width + 2 * FRAME_PADDING,
      height: y - start,
      ...(hasBoth && {
        groupsAt,
        groups,
        choice: choiceOf(repositories, groups),
      }),
      ...(versions && { versions }),
    });
    y += FRAME.distance;
  }
  return { cards, frames };
}

/** Places columns whose lines are summed up: from the top or below each other, each but the root in a frame. Frames beside each other begin with their timings. */
export function placeColumns(
  layers: Layers,
  distance: number,
  { sizes, top, leftOf, slotOf }: Places,
): Placed {
  const cards: PlacedCard[] = [];
  const frames: Frame[] = [];
  /** The end of the last frame of a place. */
  const ends = new Map<number, number>();
  // The cards of a framed column have other places.
  const framed = framedColumn(layers)?.at;
  const inside = layers.cards.filter(({ column }) => column !== framed);
  const byColumn = Map.groupBy(inside, ({ column }) => column);
  const besideRoot = besideEachOther(layers.columns).filter(
    ({ at, parts }) => at !== 0 && parts === undefined,
  );
  const { timings, lines } = inLines(new Map(besideRoot.map(({ at }) => [at, timingsOf(layers, at)])));
  const head = TIMING_HEIGHT * lines;
  // What is nearest to the root is on top.
  for (const [at, members] of [...byColumn].toSorted(([a], [b]) => Math.abs(a) - Math.abs(b))) {
    const [nearest] = members;
    if (!nearest) continue;
    const slot = slotOf(nearest);
    const before = ends.get(slot);
    const y = before === undefined ? top : before + STACK_HEADING;
    const timed = timings.get(at);
    const first = y + NARROW_PADDING + (timed ? head + NARROW_PADDING : 0);
    let next = first;
    for (const card of members) {
      const height = sizes.cardHeight + heightBeside(card, sizes);
      cards.push({ card, x: leftOf(slot), y: next, height });
      next += height + distance;
    }
    const height = next - distance + NARROW_PADDING - y;
    ends.set(slot, y + height);
    if (at === 0) continue;
    const x = leftOf(slot) - NARROW_PADDING;
    const width = widthOfCard(nearest, sizes) + 2 * NARROW_PADDING;
    frames.push({ at, x, y, width, height, ...(timed && { timings: timed }) });
  }
  return { cards, frames };
}

/** How much higher a stack beside sections is, for lines that say through what its repositories are reached. */
const heightBeside = (card: Card, sizes: Sizes): number =>
  sizes.isFramed === true && card.kind === "group"
    ? heightOfWays(card, widthOfCard(card, sizes) - AROUND)
    : 0;

/** Gives each timing a line of all frames, so that what is passed on leaves a frame where its timing is. */
function inLines(columns: ReadonlyMap<number, Timing[]>) {
  const ranks = byWhen([...columns.values()].flat(), (timing) => timing).map(({ when }) => rankOfWhen(when));
  const timings = [...columns].map(
    ([at, all]) => [at, all.map((one) => ({ ...one, line: ranks.indexOf(rankOfWhen(one)) }))] as const,
  );
  return { timings: new Map<number, TimingInLine[]>(timings), lines: ranks.length };
}

interface TrunkOptions {
  frames: readonly Frame[];
  root: PlacedCard;
  sizes: Sizes;
}

/** The lines between the root and frames, or from frame to frame, by timing. */
export function trunksOf(layers: Layers, { frames, root, sizes }: TrunkOptions): Trunk[] {
  const box: Box = {
    at: 0,
    x: root.x,
    y: root.y,
    width: widthOfCard(root.card, sizes),
    height: sizes.cardHeight,
  };
  const boxes: Box[] = [...frames, box];
  const isBelow = ({ at }: Frame): boolean =>
    layers.columns.some((one) => one.at === at && one.isBelow === true);
  const upward = frames.filter(isBelow).flatMap((frame) => toBoxAbove(layers, boxes, frame));
  return framedColumn(layers)
    ? [...toSections(frames, root, sizes), ...upward]
    : [...betweenColumns(boxes.filter(({ at, timings }) => at === 0 || timings !== undefined)), ...upward];
}

/** Lines from the root to each section, or from there to it. */
function toSections(frames: readonly Frame[], root: PlacedCard, sizes: Sizes): Trunk[] {
  const middle = root.y + sizes.cardHeight / 2;
  const sections = frames.filter(({ timing }) => timing !== undefined);
  return sections.flatMap(({ timing, at, x, y, width, height }, index): Trunk[] => {
    if (timing === undefined) return [];
    const aside = middle + (index - (sections.length - 1) / 2) * TRUNK_DISTANCE;
    const beside = aside > y + FRAME.heading / 2 && aside < y + height ? aside : y + FRAME.heading / 2;
    const [start, end] =
      at > 0
        ? [
            { x: root.x + widthOfCard(root.card, sizes), y: aside },
            { x, y: beside },
          ]
        : [
            { x: x + width, y: beside },
            { x: root.x, y: aside },
          ];
    const bend = (start.x + end.x) / 2;
    const corners = start.y === end.y ? [] : [start.y, end.y].map((cornerY) => ({ x: bend, y: cornerY }));
    return [
      {
        clock: timing.clock,
        isConditional: timing.isMaximum,
        path: roundedPath([start, ...corners, end]),
        tip: { ...end, points: "right" },
      },
    ];
  });
}

/** Distance of the lines between frames, and of those to what is above from the edge. */
export const TRUNK_DISTANCE = 14;
const FROM_EDGE = 9;

/** A frame or the root. */
type Box = Omit<Frame, "timing" | "groups" | "groupsAt">;

/** Lines from a frame to what is above it, at its right end. */
function toBoxAbove(layers: Layers, boxes: readonly Box[], { at, x, y, width }: Box): Trunk[] {
  const above = boxes.find((box) => box.at === at + 1);
  if (!above) return [];
  const timings = timingsOf(layers, at);
  return timings.map(({ clock, isMaximum: isConditional }, index) => {
    const aside = x + width - FROM_EDGE - (timings.length - 1 - index) * TRUNK_DISTANCE;
    const end = { x: aside, y: above.y + above.height };
    return {
      clock,
      isConditional,
      path: roundedPath([{ x: aside, y }, end]),
      tip: { ...end, points: "up" },
    };
  });
}

/** Straight lines from each column to the next one, to the timings of the one that is farther from the root. */
function betweenColumns(boxes: readonly Box[]): Trunk[] {
  const ordered = boxes.toSorted((a, b) => a.at - b.at);
  return ordered.slice(1).flatMap((to, index) => {
    const from = ordered[index] ?? to;
    const farther = to.at > 0 ? to : from;
    return (farther.timings ?? []).map(({ clock, isMaximum: isConditional, line }) => {
      const y = farther.y + NARROW_PADDING + (line + 0.5) * TIMING_HEIGHT;
      const end = { x: to.x, y };
      const path = roundedPath([{ x: from.x + from.width, y }, end]);
      return { clock, isConditional, path, tip: { ...end, points: "right" as const } };
    });
  });
}
