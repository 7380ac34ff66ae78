import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { builtFrom } from "./built-from.ts";
import { FASTEST } from "./clock.ts";
import { type OpenQuery, passesOnNextRun } from "./open-places.ts";
import { hopsOf, speedOf } from "./route.ts";
import type { Spread } from "./spread.ts";

/** Affected repositories that get a change through another one. Archived ones get none. */
export interface Onward {
  repositories: number;
  /** Those of them that get it on their next run through it: none if it does not get the change on its own. */
  nextRun: number;
  /** Of these, those of which a version or a file decides it, on their own use or on one on the way. */
  mayNextRun: number;
}

/**
 * Returns what an affected repository passes on, by rank: the repositories that a path with the fewest hops reaches through
 * it. Keeps sets of repositories as bits by position in `affected`, and goes from the farthest places to the root.
 */
export function onwardOf(
  level: Level,
  query: OpenQuery & { runs: (rank: number) => boolean },
  found: Spread,
  arrivals: Arrivals,
  open: Uint8Array,
): (rank: number) => Onward {
  const { users, routes } = found;
  const { affected } = arrivals;
  const words = Math.ceil(affected.length / 32);
  const position = new Map(Array.from(affected, (rank, at) => [rank, at]));
  const places = Map.groupBy(routes.keys(), (place) => hopsOf(routes[place] ?? 0));
  const distances = [...places.keys()].filter((hops) => (places.get(hops + 1)?.length ?? 0) > 0);
  const passes = passesOnNextRun(found, query);
  /** What is behind each place, what of that gets the change on its next run, and what does so in any case. */
  const [all, fast, certain] = [setsOf(words), setsOf(words), setsOf(words)];
  for (const hops of distances.toSorted((a, b) => b - a)) {
    const here = hops === 0 ? [] : (places.get(hops) ?? []);
    for (const place of here) {
      for (let at = users.offsets[place] ?? 0; at < (users.offsets[place + 1] ?? 0); at++) {
        const to = users.into[at] ?? 0;
        if (hopsOf(routes[to] ?? 0) !== hops + 1) continue;
        const rank = level.repository[to] ?? 0;
        const arrival = arrivals.routes[rank] ?? 0;
        const bit = hopsOf(arrival) === hops + 1 && query.runs(rank) ? (position.get(rank) ?? 0) : -1;
        all.extend(place, to, bit);
        if (!passes(place, at)) continue;
        const fastBit = speedOf(arrival) === FASTEST ? bit : -1;
        fast.extend(place, to, fastBit);
        if (open[place] === 1 && query.isOpen(users.values[at] ?? 0)) certain.extend(place, to, fastBit);
      }
    }
    // What is built from a place in the same repository, in several rounds because it can be built from each other.
    for (let hasChanged = hops > 0; hasChanged;) {
      hasChanged = false;
      for (const place of here)
        for (const built of builtFrom(level, query.floor, place)) {
          if (hopsOf(routes[built] ?? 0) !== hops) continue;
          hasChanged = all.merge(place, built) || hasChanged;
          if (speedOf(routes[place] ?? 0) !== FASTEST) continue;
          hasChanged = fast.merge(place, built) || hasChanged;
          if (open[place] === 1) hasChanged = certain.merge(place, built) || hasChanged;
        }
    }
  }
  return (rank) => {
    const count = (sets: Sets): number => sets.count(placesOf(level, rank), position.get(rank) ?? 0);
    const repositories = count(all);
    // Most repositories pass nothing on.
    if (repositories === 0) return { repositories, nextRun: 0, mayNextRun: 0 };
    const nextRun = count(fast);
    return { repositories, nextRun, mayNextRun: nextRun - count(certain) };
  };
}

/** Sets of repositories by place. */
interface Sets {
  /** Adds the set of another place, and a bit if it is not -1. */
  extend: (place: number, other: number, bit: number) => void;
  /** Adds the set of another place. Returns whether that changes anything. */
  merge: (place: number, other: number) => boolean;
  /** The number of repositories of some places, without one. */
  count: (places: readonly number[], without: number) => number;
}

function setsOf(words: number): Sets {
  const known = new Map<number, Uint32Array>();
  const of = (place: number): Uint32Array => {
    const set = known.get(place) ?? new Uint32Array(words);
    known.set(place, set);
    return set;
  };
  const merge = (place: number, other: number): boolean => {
    const added = known.get(other);
    return added !== undefined && place !== other && unite(of(place), added);
  };
  return {
    merge,
    extend(place, other, bit) {
      if (bit !== -1) insert(of(place), bit);
      merge(place, other);
    },
    count(places, without) {
      const sets = places.flatMap((place) => known.get(place) ?? []);
      if (sets.length === 0) return 0;
      const united = new Uint32Array(words);
      for (const set of sets) unite(united, set);
      united[without >>> 5] = (united[without >>> 5] ?? 0) & ~(1 << (without & 31));
      return countBits(united);
    },
  };
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
