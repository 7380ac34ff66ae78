import type { Thousandths } from "../confidence.ts";
import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { dependsOnRelease, hopsOf, type Route, speedOf, strengthOf } from "./route.ts";
import type { Spread, SpreadQuery } from "./spread.ts";

/** Affected repositories that get a change through another one. */
export interface Onward {
  repositories: number;
  /** Those of them that get it on their next run through it: none if it does not get the change on its own. */
  nextRun: number;
}

/**
 * Returns what an affected repository passes on, by rank: the repositories that a path with the fewest hops reaches through
 * it. Keeps sets of repositories as bits by position in `affected`, and goes from the farthest places to the root.
 */
export function onwardOf(
  level: Level,
  { floor, speed }: Pick<SpreadQuery, "floor" | "speed">,
  { users, routes }: Spread,
  arrivals: Arrivals,
): (rank: number) => Onward {
  const { affected } = arrivals;
  const words = Math.ceil(affected.length / 32);
  const position = new Map(Array.from(affected, (rank, at) => [rank, at]));
  const isFast = (route: Route): boolean => speedOf(route) === FASTEST;
  const isFastUse = (at: number): boolean => {
    const facts = users.facts[at] ?? 0;
    const own =
      speed !== undefined && dependsOnRelease(facts) ? speed(users.values[at] ?? 0) : speedOf(facts);
    return own === FASTEST;
  };
  /** What is behind each place, and what gets the change there on its next run. */
  const [all, fast] = [setsOf(words), setsOf(words)];
  const places = Map.groupBy(routes.keys(), (place) => hopsOf(routes[place] ?? 0));
  const distances = [...places.keys()].filter((hops) => (places.get(hops + 1)?.length ?? 0) > 0);
  for (const hops of distances.toSorted((a, b) => b - a)) {
    const here = places.get(hops) ?? [];
    for (const place of hops === 0 ? [] : here) {
      for (let at = users.offsets[place] ?? 0; at < (users.offsets[place + 1] ?? 0); at++) {
        const to = users.into[at] ?? 0;
        if (hopsOf(routes[to] ?? 0) !== hops + 1) continue;
        const rank = level.repository[to] ?? 0;
        const arrival = arrivals.routes[rank] ?? 0;
        const isNew = hopsOf(arrival) === hops + 1;
        const bit = position.get(rank) ?? 0;
        if (isNew) insert(all.of(place), bit);
        all.merge(place, to);
        if (!isFast(routes[place] ?? 0) || !isFastUse(at)) continue;
        if (isNew && isFast(arrival)) insert(fast.of(place), bit);
        fast.merge(place, to);
      }
    }
    // What is built from a place in the same repository, in several rounds because it can be built from each other.
    for (let hasChanged = hops > 0; hasChanged;) {
      hasChanged = false;
      for (const place of here)
        for (const built of builtFrom(level, floor, place)) {
          if (hopsOf(routes[built] ?? 0) !== hops) continue;
          hasChanged = all.merge(place, built) || hasChanged;
          if (isFast(routes[place] ?? 0)) hasChanged = fast.merge(place, built) || hasChanged;
        }
    }
  }
  return (rank) => {
    const own = position.get(rank) ?? 0;
    const count = (sets: Sets): number => {
      const united = sets.unite(placesOf(level, rank));
      united[own >>> 5] = (united[own >>> 5] ?? 0) & ~(1 << (own & 31));
      return countBits(united);
    };
    const repositories = count(all);
    // Most repositories pass nothing on.
    return { repositories, nextRun: repositories === 0 ? 0 : count(fast) };
  };
}

/** Sets of repositories by place. */
interface Sets {
  of: (place: number) => Uint32Array;
  /** Adds the set of another place. Returns whether that changes anything. */
  merge: (place: number, other: number) => boolean;
  unite: (places: readonly number[]) => Uint32Array;
}

function setsOf(words: number): Sets {
  const known = new Map<number, Uint32Array>();
  const of = (place: number): Uint32Array => {
    const set = known.get(place) ?? new Uint32Array(words);
    known.set(place, set);
    return set;
  };
  return {
    of,
    merge(place, other) {
      const added = known.get(other);
      return added !== undefined && place !== other && unite(of(place), added);
    },
    unite(places) {
      const united = new Uint32Array(words);
      for (const place of places) unite(united, known.get(place) ?? new Uint32Array());
      return united;
    },
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
