import { ROLES } from "@knockon/contract/vocabulary/role";
import { CERTAIN } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import type { Level } from "./artifact-graph.ts";
import { maskIfLess, select } from "./branchless.ts";
import { fewestHops, hopsOf, pathOf, rolesOf, strengthOf } from "./route.ts";
import { groupRows } from "./rows.ts";
import type { Spread } from "./spread.ts";
import { strongestOf } from "./use-traits.ts";

/** How a change gets to each repository: over the best path to those of its places that it gets to first. */
export interface Arrivals {
  /** Affected repositories, sorted by hops, strongest role, confidence (highest first) and full path. */
  nodes: Uint32Array;
  /** By repository; 0 if it is not affected. */
  routes: Int32Array;
  /** By affected repository: the last use, which is its own, as a position in the `users` of `Spread`. */
  last: Int32Array;
}

/** Combines the places of each repository. The root is not affected. */
export function arrivalsOf({ byPath }: PackedGraph, root: number, level: Level, found: Spread): Arrivals {
  const routes = new Int32Array(byPath.length);
  const last = new Int32Array(byPath.length).fill(-1);
  for (let place = 0; place < found.routes.length; place++) combine(level, found, place, routes, last);
  routes[root] = 0;
  return { nodes: sortNodes(byPath, routes), routes, last };
}

/** Adds the route to a place to that of its repository. Without branches, because which one is better cannot be predicted. */
function combine(
  { repository }: Level,
  found: Spread,
  place: number,
  routes: Int32Array,
  last: Int32Array,
): void {
  const node = repository[place] ?? 0;
  const known = routes[node] ?? 0;
  const added = found.routes[place] ?? 0;
  const knownUse = last[node] ?? 0;
  const addedUse = found.last[place] ?? 0;
  const isWorse = maskIfLess(pathOf(added), pathOf(known));
  const isBetter = maskIfLess(pathOf(known), pathOf(added));
  const roles =
    rolesOf(known & ~maskIfLess(known, fewestHops(added))) |
    rolesOf(added & ~maskIfLess(added, fewestHops(known)));
  routes[node] = select(isBetter, pathOf(added), pathOf(known)) | roles;
  last[node] = select(isBetter | (maskIfLess(addedUse, knownUse) & ~isWorse), addedUse, knownUse);
}

/** Returns the affected nodes. Keeps the order of those that are equal otherwise. */
function sortNodes(nodes: Uint32Array, routes: Int32Array): Uint32Array {
  const weakness = new Int32Array(routes.length).fill(-1);
  /** By hops, then role. */
  const distance = new Int32Array(routes.length);
  let farthest = 0;
  for (let node = 0; node < routes.length; node++) {
    const route = routes[node] ?? 0;
    if (route === 0) continue;
    weakness[node] = CERTAIN - strengthOf(route);
    distance[node] = hopsOf(route) * ROLES.length + strongestOf(rolesOf(route));
    farthest = Math.max(farthest, distance[node] ?? 0);
  }
  const byStrength = groupRows(nodes, CERTAIN + 1, weakness).values;
  return groupRows(byStrength, farthest + 1, distance).values;
}
