import { CERTAIN, type Thousandths } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import type { Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { confidenceIn, isOfRoles, dependsOnRelease, isSecondary, speedIn } from "./use-traits.ts";

export interface SpreadQuery {
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

/** How a repository is affected: over the best of the paths with the fewest hops. */
export interface Arrival {
  repository: number;
  /** Number of uses between repositories. */
  hops: number;
  /** Index into `SPEEDS`: that of the slowest use. */
  speed: number;
  /** That of the weakest use, including uses within repositories. */
  strength: Thousandths;
  /** The last use, which is the repository's own. */
  use: number;
}

export interface Spread {
  /** Affected repositories by hops, without the root. */
  arrivals: Arrival[];
  /** The fewest uses between repositories that lead to each place; `UNREACHED` if the change does not get there. */
  hops: Uint8Array;
  /** The same by repository. */
  repositoryHops: Uint8Array;
  /** Returns the uses between repositories that lead to an affected repository, from the root outward. */
  pathTo: (repository: number) => number[];
}

/** Greater than any depth. */
export const UNREACHED = 255;

/**
 * Follows a change from place to place, one hop between repositories per round. Within a repository, what is built from
 * an affected place is affected in the same round. Among the paths with the fewest hops, a place keeps one that ends with
 * a use that is not secondary, then the fastest, then the strongest of those that its predecessors kept.
 */
export function spread(graph: PackedGraph, level: Level, query: SpreadQuery): Spread {
  const { floor, roles, countsForRoot, speed } = query;
  const { sets, ownUsers, isPart } = level;
  const { offsets, values, consumer, scope, facts } = level.users;
  const placeCount = level.repository.length;
  /** Places, followed by repositories: a repository is affected even if the change ends at the use that leads to it. */
  const size = placeCount + graph.nodes.length;
  const rootLanding = placeCount + query.root;
  const hops = new Uint8Array(size).fill(UNREACHED);
  const quality = new Uint16Array(size);
  /** The last use between repositories on the way to a place, and the place that it leads from; -1 at the start. */
  const lastUse = new Int32Array(size).fill(-1);
  const previous = new Int32Array(size).fill(-1);
  const affected: number[] = [];

  /** Returns whether the place is new in this round or improved. Among equals, the first use counts. */
  const arrive = (place: number, round: number, value: number, use: number, from: number): boolean => {
    const known = hops[place] ?? 0;
    if (known < round) return false;
    if (known === round) {
      const least = quality[place] ?? 0;
      if (value < least || (value === least && use >= (lastUse[place] ?? -1))) return false;
    }
    hops[place] = round;
    quality[place] = value;
    lastUse[place] = use;
    previous[place] = from;
    return true;
  };

  /** Extends the places of a round by what is built from them in the same repository. */
  const close = (round: number): void => {
    const pending: number[] = [];
    for (let place = 0; place < placeCount; place++)
      if (hops[place] === round && isPart[place] === 1) pending.push(place);
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      const value = quality[place] ?? 0;
      const [use, from] = [lastUse[place] ?? -1, previous[place] ?? -1];
      const setsEnd = sets.offsets[place + 1] ?? 0;
      for (let at = sets.offsets[place] ?? 0; at < setsEnd; at++) {
        const set = sets.values[at] ?? 0;
        if (arrive(set, round, value, use, from)) pending.push(set);
      }
      const end = ownUsers.offsets[place + 1] ?? 0;
      for (let at = ownUsers.offsets[place] ?? 0; at < end; at++) {
        const outer = ownUsers.scope[at] ?? -1;
        const weight = confidenceIn(ownUsers.facts[at] ?? 0);
        if (outer < 0 || weight < floor) continue;
        const weakened = Math.min(value, value - strengthOf(value) + weight);
        if (arrive(outer, round, weakened, use, from)) pending.push(outer);
      }
    }
  };

  /** Follows the uses of the places of the previous round. Returns whether the change has reached other places. */
  const advance = (round: number): boolean => {
    let isFurther = false;
    for (let place = 0; place < placeCount; place++) {
      if (hops[place] !== round - 1) continue;
      const best = quality[place] ?? 0;
      const fastest = speedOf(best);
      const strongest = strengthOf(best);
      const end = offsets[place + 1] ?? 0;
      for (let at = offsets[place] ?? 0; at < end; at++) {
        const fact = facts[at] ?? 0;
        const weight = confidenceIn(fact);
        if (weight < floor || !isOfRoles(fact, roles)) continue;
        const landing = placeCount + (consumer[at] ?? 0);
        const into = scope[at] ?? -1;
        const isLate = (hops[landing] ?? 0) < round || landing === rootLanding;
        if (isLate && (into < 0 || (hops[into] ?? 0) < round)) continue;
        const use = values[at] ?? 0;
        if (round === 1 && countsForRoot !== undefined && !countsForRoot(use)) continue;
        const own = speed !== undefined && dependsOnRelease(fact) ? speed(use) : speedIn(fact);
        const value = qualityOf(isSecondary(fact), Math.min(fastest, own), Math.min(strongest, weight));
        if (!isLate) {
          if (hops[landing] === UNREACHED) affected.push(landing - placeCount);
          arrive(landing, round, value, use, place);
        }
        if (into >= 0 && arrive(into, round, value, use, place)) isFurther = true;
      }
    }
    return isFurther;
  };

  for (const place of query.starts) arrive(place, 0, qualityOf(false, FASTEST, CERTAIN), -1, -1);
  close(0);
  for (let round = 1; round <= query.maxDepth && advance(round); round++) close(round);

  return {
    arrivals: affected.map((repository): Arrival => {
      const at = placeCount + repository;
      const value = quality[at] ?? 0;
      const use = lastUse[at] ?? -1;
      return { repository, hops: hops[at] ?? 0, speed: speedOf(value), strength: strengthOf(value), use };
    }),
    hops: hops.subarray(0, placeCount),
    repositoryHops: hops.subarray(placeCount),
    pathTo(repository) {
      const path: number[] = [];
      for (let at = placeCount + repository; (lastUse[at] ?? -1) >= 0; at = previous[at] ?? -1)
        path.push(lastUse[at] ?? -1);
      return path.toReversed();
    },
  };
}

/** Encodes how good a path is as one number: the higher, the better. */
const qualityOf = (isOnlySecondary: boolean, speed: number, strength: Thousandths): number =>
  (Number(!isOnlySecondary) << 12) | (speed << 10) | strength;

const speedOf = (quality: number): number => (quality >>> 10) & 3;
const strengthOf = (quality: number): Thousandths => quality & 1023;
