import type { Arrivals } from "./arrivals.ts";
import type { Level } from "./artifact-graph.ts";
import { UNREACHED, type Spread, type SpreadQuery } from "./spread.ts";
import { confidenceIn, isOfRoles } from "./use-traits.ts";

/**
 * Returns the number of repositories that only uses below the floor lead to. `above` is the result with the floor: where
 * it gets with as few hops, only the uses below the floor are left to follow.
 */
export function countBelowFloor(
  { repository, users, ownUsers, sets, isPart }: Level,
  { root, maxDepth, floor, roles, countsForRoot }: SpreadQuery,
  above: Spread,
  arrivals: Arrivals,
): number {
  const { offsets, values, into, facts } = users;
  const hops = above.hops.slice();
  const isFound = new Uint8Array(arrivals.hops.length);
  let count = 0;
  /** Places with fewer hops than above. */
  let lowered: number[] = [];
  let next: number[] = [];

  const lower = (place: number, round: number, list: number[]): void => {
    if ((hops[place] ?? 0) <= round) return;
    hops[place] = round;
    list.push(place);
    const node = repository[place] ?? 0;
    if (arrivals.hops[node] !== UNREACHED || node === root || isFound[node] === 1) return;
    isFound[node] = 1;
    count++;
  };

  /** Follows what is built from a place, and its uses with a confidence below the ceiling. */
  const follow = (place: number, round: number, ceiling: number): void => {
    if (isPart[place] === 1) extend(place, round);
    const start = offsets[place] ?? 0;
    for (let at = (offsets[place + 1] ?? 0) - 1; at >= start; at--) {
      const fact = facts[at] ?? 0;
      if (confidenceIn(fact) >= ceiling) break;
      if (!isOfRoles(fact, roles) || (round === 0 && countsForRoot?.(values[at] ?? 0) === false)) continue;
      lower(into[at] ?? 0, round + 1, next);
    }
  };

  const extend = (place: number, round: number): void => {
    const setsEnd = sets.offsets[place + 1] ?? 0;
    for (let at = sets.offsets[place] ?? 0; at < setsEnd; at++) lower(sets.values[at] ?? 0, round, lowered);
    const ownEnd = ownUsers.offsets[place + 1] ?? 0;
    for (let at = ownUsers.offsets[place] ?? 0; at < ownEnd; at++)
      lower(ownUsers.into[at] ?? 0, round, lowered);
  };

  let at = 0;
  for (let round = 0; round < maxDepth; round++) {
    for (; above.hops[above.reached[at] ?? -1] === round; at++) {
      const place = above.reached[at] ?? 0;
      if (hops[place] === round) follow(place, round, floor);
    }
    for (const place of lowered) if (hops[place] === round) follow(place, round, Infinity);
    [lowered, next] = [next, []];
  }
  return count;
}
