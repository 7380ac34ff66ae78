import type { Arrivals } from "./arrivals.ts";
import type { Level, Users } from "./artifact-graph.ts";
import type { CountingUses } from "./counting-uses.ts";
import { hopsOf, routeOf } from "./route.ts";
import { findByHops, type Spread, type SpreadQuery } from "./spread.ts";

/**
 * Returns the number of repositories that only uses below the floor lead to. `above` is the result with the floor: where
 * it gets with as few hops, only the uses below the floor are left to follow.
 */
export function countBelowFloor(
  { repository, ownUsers, sets, parts }: Level,
  { users, usersBelow }: CountingUses,
  { root, maxDepth, countsForRoot }: SpreadQuery,
  above: Spread,
  arrivals: Arrivals,
): number {
  if (arrivals.affected.length === arrivals.routes.length - 1) return 0;
  const routes = above.routes.slice();
  /** By rank. */
  const isFound = new Uint8Array(arrivals.routes.length);
  /** Places with fewer hops than above the floor, by hops. */
  const lowered: number[][] = Array.from({ length: maxDepth + 1 }, () => []);
  let count = 0;

  /** Returns whether the place has fewer hops than before. */
  const lower = (place: number, round: number): boolean => {
    if (hopsOf(routes[place] ?? 0) <= round) return false;
    routes[place] = routeOf(round);
    lowered[round]?.push(place);
    const node = repository[place] ?? 0;
    if (arrivals.routes[node] !== 0 || node === root || isFound[node] === 1) return true;
    isFound[node] = 1;
    count++;
    return true;
  };

  const follow = ({ offsets, values, into }: Users, place: number, round: number): void => {
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      if (round > 1 || countsForRoot?.(values[at] ?? 0) !== false) lower(into[at] ?? 0, round);
    }
  };

  /** Extends the places of a round by what is built from them in the same repository. */
  const close = (round: number): void => {
    const pending: number[] = [];
    for (const place of parts) if (hopsOf(routes[place] ?? 0) === round) pending.push(place);
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

  const frontier = new Uint32Array(usersBelow.filled.length + 1);
  close(0);
  for (let round = 1; round <= maxDepth; round++) {
    const reached = findByHops(usersBelow.filled, routes, round - 1, frontier);
    for (let i = 0; i < reached; i++) follow(usersBelow, frontier[i] ?? 0, round);
    for (const place of lowered[round - 1] ?? []) follow(users, place, round);
    close(round);
  }
  return count;
}
