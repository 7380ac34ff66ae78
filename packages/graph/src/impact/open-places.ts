import type { Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { dependsOnRelease, hopsOf, isSecondary, routeOf, speedOf } from "./route.ts";
import { findByHops, type Spread, type SpreadQuery } from "./spread.ts";
import { builtFrom } from "./built-from.ts";

export interface OpenQuery extends Pick<SpreadQuery, "floor" | "speed" | "countsForRoot"> {
  /** Whether a use that gets a change on the next run takes this one in any case: no version or file has to be the right one. */
  isOpen: (use: number) => boolean;
}

/** Whether a use, by its position in `users`, passes the change on to its place on the next run, with the fewest hops, as one that decides when. */
export function passesOnNextRun(
  { users, routes }: Spread,
  { speed, countsForRoot }: OpenQuery,
): (place: number, at: number) => boolean {
  return (place, at) => {
    const [from, to] = [routes[place] ?? 0, routes[users.into[at] ?? 0] ?? 0];
    const facts = users.facts[at] ?? 0;
    const use = users.values[at] ?? 0;
    const own = speed !== undefined && dependsOnRelease(facts) ? speed(use) : speedOf(facts);
    return (
      own === FASTEST &&
      speedOf(from) === FASTEST &&
      hopsOf(to) === hopsOf(from) + 1 &&
      speedOf(to) === FASTEST &&
      isSecondary(facts) === isSecondary(to) &&
      (hopsOf(from) > 0 || countsForRoot?.(use) !== false)
    );
  };
}

/** Returns 1 for the places that get the change on the next run in any case, over one of the paths with the fewest hops. */
export function openPlaces(level: Level, query: OpenQuery, found: Spread): Uint8Array {
  const { users, routes } = found;
  const passes = passesOnNextRun(found, query);
  const open = new Uint8Array(routes.length);
  const { filled } = users;
  const frontier = new Uint32Array(filled.length + 1);
  for (const [place, route] of routes.entries()) if (route >= routeOf(0)) open[place] = 1;
  for (let hops = 0; ; hops++) {
    close(level, query, found, open, hops);
    const count = findByHops(filled, routes, hops, frontier);
    if (count === 0) return open;
    for (const place of frontier.subarray(0, count)) {
      if (open[place] !== 1) continue;
      for (let at = users.offsets[place] ?? 0; at < (users.offsets[place + 1] ?? 0); at++)
        if (passes(place, at) && query.isOpen(users.values[at] ?? 0)) open[users.into[at] ?? 0] = 1;
    }
  }
}

/** Extends the open places of so many hops by what is built from them in the same repository. */
function close(level: Level, { floor }: OpenQuery, { routes }: Spread, open: Uint8Array, hops: number): void {
  const pending: number[] = [];
  for (const place of level.parts)
    if (open[place] === 1 && hopsOf(routes[place] ?? 0) === hops) pending.push(place);
  for (let place = pending.pop(); place !== undefined; place = pending.pop())
    for (const built of builtFrom(level, floor, place))
      if (open[built] !== 1 && hopsOf(routes[built] ?? 0) === hops) {
        open[built] = 1;
        pending.push(built);
      }
}
