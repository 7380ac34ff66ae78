import { ROLES } from "@knockon/contract/vocabulary/role";
import { CERTAIN } from "../confidence.ts";
import type { Level } from "./artifact-graph.ts";
import { maskIfLess, select } from "./branchless.ts";
import { fewestHops, hopsOf, pathOf, rolesOf, strengthOf } from "./route.ts";
import { countUp, groupRows } from "./rows.ts";
import type { Spread } from "./spread.ts";
import { strongestOf } from "./use-traits.ts";

/** How a change gets to each repository: over the best path to those of its places that it gets to first. By rank. */
export interface Arrivals {
  /** Affected repositories, sorted by hops, strongest role, confidence (highest first) and full path. */
  affected: Uint32Array;
  /** 0 if the repository is not affected. */
  routes: Int32Array;
  /** The last use on the path to an affected repository, which is its own, as a position in the `users` of `Spread`. */
  last: Int32Array;
}

/**
 * Combines the places of each repository. The root is not affected. Without branches, because which place is better cannot
 * be predicted.
 */
export function arrivalsOf(root: number, { first }: Level, found: Spread): Arrivals {
  const count = first.length - 1;
  const routes = new Int32Array(count);
  const last = new Int32Array(count);
  for (let rank = 0; rank < count; rank++) {
    const start = first[rank] ?? 0;
    const end = first[rank + 1] ?? 0;
    let best = 0;
    let bestUse = -1;
    for (let place = start; place < end; place++) {
      const path = pathOf(found.routes[place] ?? 0);
      const use = found.last[place] ?? 0;
      const isBetter = maskIfLess(best, path) | (maskIfLess(use, bestUse) & ~maskIfLess(path, best));
      best = select(isBetter, path, best);
      bestUse = select(isBetter, use, bestUse);
    }
    const least = fewestHops(best);
    let roles = 0;
    for (let place = start; place < end; place++) {
      const route = found.routes[place] ?? 0;
      roles |= rolesOf(route) & ~maskIfLess(route, least);
    }
    routes[rank] = best | roles;
    last[rank] = bestUse;
  }
  routes[root] = 0;
  return { affected: sortAffected(routes), routes, last };
}

/** Returns the ranks of affected repositories. Keeps the order of those that are equal otherwise. */
function sortAffected(routes: Int32Array): Uint32Array {
  const weakness = new Int32Array(routes.length).fill(-1);
  /** By hops, then role. */
  const distance = new Int32Array(routes.length);
  let farthest = 0;
  for (let rank = 0; rank < routes.length; rank++) {
    const route = routes[rank] ?? 0;
    if (route === 0) continue;
    weakness[rank] = CERTAIN - strengthOf(route);
    distance[rank] = hopsOf(route) * ROLES.length + strongestOf(rolesOf(route));
    farthest = Math.max(farthest, distance[rank] ?? 0);
  }
  const byStrength = groupRows(countUp(routes.length), CERTAIN + 1, weakness).values;
  return groupRows(byStrength, farthest + 1, distance).values;
}
