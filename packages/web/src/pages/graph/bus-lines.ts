import type { CardEdge, Layers } from "./layers.ts";

/** A corner of a line. */
interface Point {
  x: number;
  y: number;
}

/** An edge with the places that it passes: the first one is its producer, the last one its consumer. */
export interface Route {
  edge: Pick<CardEdge, "id" | "from" | "to">;
  /** The gap after each place but the last, by number. */
  gaps: number[];
  /** The left of each gap. */
  lefts: number[];
  /** How far down it passes the places: at first and last the middles of the cards. */
  heights: number[];
}

/** From the side of a card to the first and from the last vertical part of a line. The latter has room for the arrow. */
const ROOM = { start: 6, end: 13 };
/** Distance of vertical parts, at most, and of lines at a consumer. */
const DISTANCE = { gap: 6, end: 9 };
/** Of the height of a card, what lines may take at its side. */
const SIDE = 0.75;
const RADIUS = 4;

/**
 * Draws edges from left to right in straight lines: in each gap between columns, all of a producer share one vertical part, and at
 * each consumer they end below each other. Returns the points of each, by its ID.
 */
export function busLines(routes: readonly Route[], width: number, cardHeight: number): Map<string, Point[]> {
  const heightAt = ({ gaps, heights }: Route, gap: number): number => heights[gaps.indexOf(gap)] ?? 0;
  const buses = new Map<string, number>();
  for (const gap of new Set(routes.flatMap(({ gaps }) => gaps))) {
    const here = routes.filter(({ gaps }) => gaps.includes(gap));
    const producers = [...Map.groupBy(here, ({ edge }) => edge.from)];
    // What leads down from above is farther on the right, so that it crosses less.
    const ordered = producers.toSorted(([, [a]], [, [b]]) =>
      a && b ? heightAt(b, gap) - heightAt(a, gap) : 0,
    );
    const free = width - ROOM.start - ROOM.end;
    const distance = Math.min(DISTANCE.gap, free / Math.max(1, ordered.length - 1));
    const start = ROOM.start + (free - distance * (ordered.length - 1)) / 2;
    for (const [at, [from]] of ordered.entries()) buses.set(`${gap} ${from}`, start + at * distance);
  }
  const ends = new Map<string, number>();
  for (const arriving of Map.groupBy(routes, ({ edge }) => edge.to).values()) {
    const ordered = arriving.toSorted((a, b) => (a.heights.at(-2) ?? 0) - (b.heights.at(-2) ?? 0));
    const distance = Math.min(DISTANCE.end, (SIDE * cardHeight) / Math.max(1, ordered.length - 1));
    for (const [at, { edge }] of ordered.entries())
      ends.set(edge.id, (at - (ordered.length - 1) / 2) * distance);
  }
  const starts = startsOf(routes, ends);
  return new Map(
    routes.map(({ edge, gaps, lefts, heights }) => {
      const at = (place: number): number => {
        const aside = place === 0 ? starts.get(edge.from) : place === gaps.length ? ends.get(edge.id) : 0;
        return (heights[place] ?? 0) + (aside ?? 0);
      };
      const inside = gaps.flatMap((gap, place) => {
        const x = (lefts[place] ?? 0) + (buses.get(`${gap} ${edge.from}`) ?? 0);
        return [
          { x, y: at(place) },
          { x, y: at(place + 1) },
        ];
      });
      const start = { x: lefts[0] ?? 0, y: at(0) };
      const end = { x: (lefts.at(-1) ?? 0) + width, y: at(heights.length - 1) };
      return [edge.id, [start, ...inside, end]];
    }),
  );
}

/** How near a line may start to where one of another producer ends beside it, and how far down it then starts. */
const NEAR = 6;
const ASIDE = 8;

/** Where each producer's lines start, from its middle: aside if they would seem to lead on to a consumer of another one. */
function startsOf(routes: readonly Route[], ends: ReadonlyMap<string, number>): Map<string, number> {
  const last = routes.map(({ edge, gaps, heights }) => ({
    from: edge.from,
    gap: gaps.at(-1),
    y: (heights.at(-1) ?? 0) + (ends.get(edge.id) ?? 0),
  }));
  return new Map(
    routes.map(({ edge: { from }, gaps, heights }) => {
      const beside = last.filter(({ gap, y }) => gap === gaps[0] && Math.abs(y - (heights[0] ?? 0)) < NEAR);
      return [from, beside.length > 0 && beside.every((end) => end.from !== from) ? ASIDE : 0];
    }),
  );
}

/** A path along points with rounded corners. */
export function roundedPath(points: readonly Point[]): string {
  const parts = points.map((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before || !after) return `${at === 0 ? "M" : "L"} ${point.x} ${point.y}`;
    const into = toward(point, before);
    const out = toward(point, after);
    return `L ${into.x} ${into.y} Q ${point.x} ${point.y} ${out.x} ${out.y}`;
  });
  return parts.join(" ");
}

/** The point at the radius from a corner, or in the middle to the next one. */
function toward(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Gaps in which curves of several cards cover each other. */
const NARROW = 48;

/** Whether lines are straight and share their vertical parts: in narrow gaps. */
export const hasBuses = (
  { isRanked = false, isAggregated }: Pick<Layers, "isRanked" | "isAggregated">,
  gap: number,
): boolean => !isAggregated && !isRanked && gap < NARROW;
