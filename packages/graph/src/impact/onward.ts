import type { Thousandths } from "../confidence.ts";
import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { hopsOf, speedOf, strengthOf } from "./route.ts";
import type { Spread } from "./spread.ts";

/** Affected repositories that get a change through another one. */
export interface Onward {
  repositories: number;
  /** Those of them that get it on their next run. */
  nextRun: number;
}

/**
 * Returns what an affected repository passes on, by rank: the repositories that a path with the fewest hops reaches through
 * it. Keeps sets of repositories as bits by position in `affected`, and goes from the farthest places to the root.
 */
export function onwardOf(
  level: Level,
  floor: Thousandths,
  { users, routes }: Spread,
  arrivals: Arrivals,
): (rank: number) => Onward {
  const { affected } = arrivals;
  const words = Math.ceil(affected.length / 32);
  const position = new Map(Array.from(affected, (rank, at) => [rank, at]));
  const behind = new Map<number, Uint32Array>();
  const setOf = (place: number): Uint32Array => {
    const known = behind.get(place) ?? new Uint32Array(words);
    behind.set(place, known);
    return known;
  };
  /** Adds what is behind another place. Returns whether that changes anything. */
  const merge = (place: number, other: number): boolean => {
    const added = behind.get(other);
    if (added === undefined || place === other) return false;
    return unite(setOf(place), added);
  };
  const places = Map.groupBy(routes.keys(), (place) => hopsOf(routes[place] ?? 0));
  const distances = [...places.keys()].filter((hops) => (places.get(hops + 1)?.length ?? 0) > 0);
  for (const hops of distances.toSorted((a, b) => b - a)) {
    const here = places.get(hops) ?? [];
    for (const place of hops === 0 ? [] : here) {
      for (let at = users.offsets[place] ?? 0; at < (users.offsets[place + 1] ?? 0); at++) {
        const to = users.into[at] ?? 0;
        if (hopsOf(routes[to] ?? 0) !== hops + 1) continue;
        const rank = level.repository[to] ?? 0;
        if (hopsOf(arrivals.routes[rank] ?? 0) === hops + 1) insert(setOf(place), position.get(rank) ?? 0);
        merge(place, to);
      }
    }
    // What is built from a place in the same repository, in several rounds because it can be built from each other.
    for (let hasChanged = hops > 0; hasChanged;) {
      hasChanged = false;
      for (const place of here)
        for (const built of builtFrom(level, floor, place))
          if (hopsOf(routes[built] ?? 0) === hops) hasChanged = merge(place, built) || hasChanged;
    }
  }
  const onNextRun = new Uint32Array(words);
  for (const [rank, at] of position)
    if (speedOf(arrivals.routes[rank] ?? 0) === FASTEST) insert(onNextRun, at);
  return (rank) => {
    const sets = placesOf(level, rank).flatMap((place) => behind.get(place) ?? []);
    // Most repositories pass nothing on.
    if (sets.length === 0) return { repositories: 0, nextRun: 0 };
    const all = new Uint32Array(words);
    for (const set of sets) unite(all, set);
    const own = position.get(rank) ?? 0;
    all[own >>> 5] = (all[own >>> 5] ?? 0) & ~(1 << (own & 31));
    return {
      repositories: countBits(all),
      nextRun: countBits(all.map((word, i) => word & (onNextRun[i] ?? 0))),
    };
  };
}

function builtFrom({ ownUsers, sets }: Level, floor: Thousandths, place: number): number[] {
  const built = [...sets.values.subarray(sets.offsets[place], sets.offsets[place + 1])];
  for (let at = ownUsers.offsets[place] ?? 0; at < (ownUsers.offsets[place + 1] ?? 0); at++)
    if (strengthOf(ownUsers.facts[at] ?? 0) >= floor) built.push(ownUsers.into[at] ?? 0);
  return built;
}

function insert(set: Uint32Array, at: number): void {
  set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31));
}

/** Adds a set to another one. Returns whether that changes it. */
function unite(set: Uint32Array, added: Uint32Array): boolean {
  let hasChanged = false;
  for (let i = 0; i < set.length; i++) {
    const before = set[i] ?? 0;
    set[i] = before | (added[i] ?? 0);
    hasChanged ||= set[i] !== before;
  }
  return hasChanged;
}

function countBits(set: Uint32Array): number {
  let count = 0;
  for (let word of set) for (; word !== 0; word &= word - 1) count++;
  return count;
}
