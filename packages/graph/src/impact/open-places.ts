import type { Arrivals } from "./arrivals.ts";
import type { Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { dependsOnRelease, hopsOf, isSecondary, type Route, routeOf, speedOf } from "./route.ts";
import type { Spread, SpreadQuery } from "./spread.ts";
import { builtFrom } from "./built-from.ts";

export interface OpenQuery extends Pick<SpreadQuery, "floor" | "speed" | "countsForRoot"> {
  /** Whether a use that gets a change on the next run takes this one in any case: no version or file has to be the right one. */
  isOpen: (use: number) => boolean;
}

/** Whether a use, by its position in `users`, passes the change on to its place on the next run, with the fewest hops, as one that decides when. */
export function passesOnNextRun(
  { users: { into, facts, values }, routes }: Spread,
  { speed, countsForRoot }: OpenQuery,
): (place: number, at: number) => boolean {
  return (place, at) => {
    const [from, to] = [routes[place] ?? 0, routes[into[at] ?? 0] ?? 0];
    if (speedOf(to) !== FASTEST || speedOf(from) !== FASTEST || hopsOf(to) !== hopsOf(from) + 1) return false;
    const fact = facts[at] ?? 0;
    if (isSecondary(fact) !== isSecondary(to)) return false;
    const use = values[at] ?? 0;
    const own = speed !== undefined && dependsOnRelease(fact) ? speed(use) : speedOf(fact);
    return own === FASTEST && (hopsOf(from) > 0 || countsForRoot?.(use) !== false);
  };
}

/** Returns 1 for the places that get the change on the next run in any case, over one of the paths with the fewest hops. */
export function openPlaces(level: Level, query: OpenQuery, found: Spread): Uint8Array {
  const { users, routes } = found;
  const { offsets, into, values } = users;
  const passes = passesOnNextRun(found, query);
  const open = new Uint8Array(routes.length);
  const pending: number[] = [];
  const visit = (place: number): void => {
    if (open[place] === 1) return;
    open[place] = 1;
    pending.push(place);
  };
  for (let place = 0; place < routes.length; place++) if ((routes[place] ?? 0) >= routeOf(0)) visit(place);
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const hops = hopsOf(routes[place] ?? 0);
    if (isPart(level, place))
      for (const built of builtFrom(level, query.floor, place))
        if (hopsOf(routes[built] ?? 0) === hops) visit(built);
    if (speedOf(routes[place] ?? 0) !== FASTEST) continue;
    const next = hops + 1;
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      const to = into[at] ?? 0;
      // Most are known or farther, which needs no look at the use.
      if (open[to] === 1 || hopsOf(routes[to] ?? 0) !== next) continue;
      if (query.isOpen(values[at] ?? 0) && passes(place, at)) visit(to);
    }
  }
  return open;
}

/** Whether something in the same repository may be built from a place. */
const isPart = ({ ownUsers, sets }: Level, place: number): boolean =>
  sets.offsets[place] !== sets.offsets[place + 1] || ownUsers.offsets[place] !== ownUsers.offsets[place + 1];

/** Returns 1 for the repositories, by rank, that are on the next run, but not in any case: none of the places that decide their clock is open. */
export function conditionalRanks(
  { first }: Level,
  { routes }: Spread,
  arrivals: Arrivals,
  open: Uint8Array,
): Uint8Array {
  const conditional = new Uint8Array(arrivals.routes.length);
  for (const rank of arrivals.affected) {
    const route = arrivals.routes[rank] ?? 0;
    if (speedOf(route) !== FASTEST) continue;
    let isOpen = false;
    const end = first[rank + 1] ?? 0;
    for (let place = first[rank] ?? 0; place < end; place++)
      isOpen ||= open[place] === 1 && decides(routes[place] ?? 0, route);
    if (!isOpen) conditional[rank] = 1;
  }
  return conditional;
}

/** Whether the route to a place is as good as the one to its repository, which decides its clock: as near, and no example beside another use. */
const decides = (place: Route, repository: Route): boolean =>
  hopsOf(place) === hopsOf(repository) && isSecondary(place) === isSecondary(repository);
