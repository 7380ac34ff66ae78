import type { Thousandths } from "../confidence.ts";
import type { Level, Users } from "./artifact-graph.ts";
import type { CountingUses } from "./counting-uses.ts";
import {
  dependsOnRelease,
  extend,
  hopsOf,
  pathOf,
  rolesOf,
  routeOf,
  START,
  strengthOf,
  weaken,
  withSpeed,
  type Route,
} from "./route.ts";

export interface SpreadQuery {
  /** The rank of the repository that changes. */
  root: number;
  /** Where the change starts: places of the root. */
  starts: readonly number[];
  /** Maximum number of uses between repositories on a path. */
  maxDepth: number;
  /** Minimum confidence of a use. */
  floor: Thousandths;
  /** Mask of the roles that affect another repository. */
  roles: number;
  /** Whether a use of the places where the change starts counts. By default, all do. */
  countsForRoot?: ((use: number) => boolean) | undefined;
  /** Returns an index into `SPEEDS`. By default, every range admits the release. */
  speed?: ((use: number) => number) | undefined;
}

/** How a change gets to each place: over the best of the paths with the fewest hops. */
export interface Spread {
  /** The uses between repositories that the change can travel over. */
  users: Users;
  routes: Int32Array;
  /** The last use between repositories, as a position in `users`; -1 at the start. */
  last: Int32Array;
}

/**
 * Follows a change from place to place, one hop between repositories per round. Within a repository, what is built from
 * an affected place is affected in the same round. Among the paths with the fewest hops, a place keeps one that ends with
 * a use that is not secondary, then the fastest, then the strongest of those that its predecessors kept, then the first
 * by the producer's full path.
 */
export function spread(level: Level, { users }: CountingUses, query: SpreadQuery): Spread {
  const routes = new Int32Array(level.repository.length);
  const found: Spread = { users, routes, last: new Int32Array(routes.length).fill(-1) };
  for (const place of query.starts) routes[place] = START;
  close(level, query.floor, found, 0);
  const frontier = new Uint32Array(users.filled.length + 1);
  for (let round = 1; round <= query.maxDepth; round++) {
    const count = findByHops(users.filled, routes, round - 1, frontier);
    for (let i = 0; i < count; i++) follow(query, found, frontier[i] ?? 0, round);
    close(level, query.floor, found, round);
  }
  return found;
}

/** Writes those of the places that have so many hops to `found`, which has one more element. Returns their number. */
export function findByHops(
  places: Uint32Array,
  routes: Int32Array,
  hops: number,
  found: Uint32Array,
): number {
  let count = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] ?? 0;
    // Without branches, because which places are reached in a round cannot be predicted.
    found[count] = place;
    count += Number(hopsOf(routes[place] ?? 0) === hops);
  }
  return count;
}

/** Follows the uses of a place of the previous round. Places come in ascending order, so among equals the first remains. */
function follow(query: SpreadQuery, { users, routes, last }: Spread, place: number, round: number): void {
  const { offsets, values, into, facts } = users;
  const { speed } = query;
  const countsForRoot = round === 1 ? query.countsForRoot : undefined;
  const route = routes[place] ?? 0;
  const least = routeOf(round);
  const sooner = routeOf(round - 1);
  const end = offsets[place + 1] ?? 0;
  for (let at = offsets[place] ?? 0; at < end; at++) {
    const to = into[at] ?? 0;
    const known = routes[to] ?? 0;
    if (known >= sooner || countsForRoot?.(values[at] ?? 0) === false) continue;
    let fact = facts[at] ?? 0;
    if (speed !== undefined && dependsOnRelease(fact)) fact = withSpeed(fact, speed(values[at] ?? 0));
    const path = extend(route, fact, least);
    if (path > known) last[to] = at;
    routes[to] = (path > known ? path | rolesOf(known) : known) | rolesOf(fact);
  }
}

/** Extends the places of a round by what is built from them in the same repository. */
function close(level: Level, floor: Thousandths, { routes, last }: Spread, round: number): void {
  const { ownUsers, sets, parts } = level;
  const pending: number[] = [];

  /** Gives a place a path, unless it has a better one. Among equals, the first use counts. */
  const arrive = (place: number, path: Route, use: number): void => {
    const known = routes[place] ?? 0;
    if (path < pathOf(known) || (path === pathOf(known) && use >= (last[place] ?? 0))) return;
    routes[place] = path | rolesOf(known);
    last[place] = use;
    pending.push(place);
  };

  for (const place of parts) if (hopsOf(routes[place] ?? 0) === round) pending.push(place);
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const route = routes[place] ?? 0;
    const use = last[place] ?? -1;
    const setsEnd = sets.offsets[place + 1] ?? 0;
    for (let at = sets.offsets[place] ?? 0; at < setsEnd; at++)
      arrive(sets.values[at] ?? 0, pathOf(route), use);
    const end = ownUsers.offsets[place + 1] ?? 0;
    for (let at = ownUsers.offsets[place] ?? 0; at < end; at++) {
      const weight = strengthOf(ownUsers.facts[at] ?? 0);
      if (weight < floor) break;
      arrive(ownUsers.into[at] ?? 0, weaken(route, weight), use);
    }
  }
}
