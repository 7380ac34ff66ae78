import type { Arrivals } from "./arrivals.ts";
import type { Level } from "./artifact-graph.ts";
import { UNREACHED, type Spread, type SpreadQuery } from "./spread.ts";
import { confidenceIn, isOfRoles } from "./use-traits.ts";

/**
 * Returns the number of repositories that only uses below the floor lead to. `above` is the result with the floor: where
 * it gets with as few hops, only the uses below the floor are left to follow.
 */
export function countBelowFloor(
  { repository, users, ownUsers, sets, parts }: Level,
  { root, maxDepth, floor, roles, countsForRoot }: SpreadQuery,
  above: Spread,
  arrivals: Arrivals,
): number {
  const { offsets, values, into, facts } = users;
  const hops = above.hops.slice();
  const isFound = new Uint8Array(arrivals.hops.length);
  let count = 0;

  /** Returns whether the place has fewer hops than before. */
  const lower = (place: number, round: number): boolean => {
    if ((hops[place] ?? 0) <= round) return false;
    hops[place] = round;
    const node = repository[place] ?? 0;
    if (arrivals.hops[node] !== UNREACHED || node === root || isFound[node] === 1) return true;
    isFound[node] = 1;
    count++;
    return true;
  };

  /** Follows the uses of a place with a confidence below the ceiling. */
  const follow = (place: number, round: number, ceiling: number): void => {
    const start = offsets[place] ?? 0;
    for (let at = (offsets[place + 1] ?? 0) - 1; at >= start; at--) {
      const fact = facts[at] ?? 0;
      if (confidenceIn(fact) >= ceiling) break;
      if (!isOfRoles(fact, roles) || (round === 1 && countsForRoot?.(values[at] ?? 0) === false)) continue;
      lower(into[at] ?? 0, round);
    }
  };

  /** Extends the places of a round by what is built from them in the same repository. */
  const close = (round: number): void => {
    const pending: number[] = [];
    for (const place of parts) if (hops[place] === round) pending.push(place);
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      const setsEnd = sets.offsets[place + 1] ?? 0;
      for (let at = sets.offsets[place] ?? 0; at < setsEnd; at++) {
        const set = sets.values[at] ?? 0;
        if (lower(set, round)) pending.push(set);
      }
      const end = ownUsers.offsets[place + 1] ?? 0;
      for (let at = ownUsers.offsets[place] ?? 0; at < end; at++) {
        const outer = ownUsers.into[at] ?? 0;
        if (lower(outer, round)) pending.push(outer);
      }
    }
  };

  close(0);
  for (let round = 1; round <= maxDepth; round++) {
    for (let place = 0; place < hops.length; place++) {
      if (hops[place] !== round - 1) continue;
      follow(place, round, above.hops[place] === round - 1 ? floor : Infinity);
    }
    close(round);
  }
  return count;
}
