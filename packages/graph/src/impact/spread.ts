import { CERTAIN, type Thousandths } from "../confidence.ts";
import type { Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";
import { confidenceIn, dependsOnRelease, isOfRoles, isSecondary, roleIn, speedIn } from "./use-traits.ts";

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

/** How a change gets to each place: over the best of the paths with the fewest hops. */
export interface Spread {
  /** Number of uses between repositories; `UNREACHED` if the change does not get there. */
  hops: Uint8Array;
  /** See `speedOf` and `strengthOf`. */
  quality: Uint16Array;
  /** The last use between repositories, as a position in `users.values`; -1 at the start. */
  last: Int32Array;
  /** Mask of the roles of all uses that lead there with the fewest hops. */
  roles: Uint16Array;
}

/** Greater than any depth. */
export const UNREACHED = 255;

/**
 * Follows a change from place to place, one hop between repositories per round. Within a repository, what is built from
 * an affected place is affected in the same round. Among the paths with the fewest hops, a place keeps one that ends with
 * a use that is not secondary, then the fastest, then the strongest of those that its predecessors kept, then the first
 * by the producer's full path.
 */
export function spread({ repository, users, ownUsers, sets, parts }: Level, query: SpreadQuery): Spread {
  const { floor, countsForRoot, speed } = query;
  const { offsets, values, into, facts } = users;
  const placeCount = repository.length;
  const hops = new Uint8Array(placeCount).fill(UNREACHED);
  const quality = new Uint16Array(placeCount);
  const last = new Int32Array(placeCount).fill(-1);
  const roles = new Uint16Array(placeCount);

  /** Follows the uses of a place of the previous round. */
  const follow = (place: number, round: number): void => {
    const fastest = speedOf(quality[place] ?? 0);
    const strongest = strengthOf(quality[place] ?? 0);
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      const fact = facts[at] ?? 0;
      const weight = confidenceIn(fact);
      if (weight < floor) break;
      if (!isOfRoles(fact, query.roles)) continue;
      const to = into[at] ?? 0;
      const known = hops[to] ?? 0;
      if (known < round) continue;
      if (round === 1 && countsForRoot?.(values[at] ?? 0) === false) continue;
      const own = speed !== undefined && dependsOnRelease(fact) ? speed(values[at] ?? 0) : speedIn(fact);
      const value = qualityOf(!isSecondary(fact), Math.min(fastest, own), Math.min(strongest, weight));
      roles[to] = (roles[to] ?? 0) | (1 << roleIn(fact));
      arrive(to, round, value, at);
    }
  };

  /** Gives a place a path, unless it has a better one. Among equals, the first use counts. Returns whether it is given. */
  const arrive = (place: number, round: number, value: number, use: number): boolean => {
    const known = hops[place] ?? 0;
    const least = quality[place] ?? 0;
    if (known < round) return false;
    if (known === round && (value < least || (value === least && use >= (last[place] ?? 0)))) return false;
    hops[place] = round;
    quality[place] = value;
    last[place] = use;
    return true;
  };

  /** Extends the places of a round by what is built from them in the same repository. */
  const close = (round: number): void => {
    const pending: number[] = [];
    for (const place of parts) if (hops[place] === round) pending.push(place);
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      const value = quality[place] ?? 0;
      const use = last[place] ?? -1;
      const setsEnd = sets.offsets[place + 1] ?? 0;
      for (let at = sets.offsets[place] ?? 0; at < setsEnd; at++) {
        const set = sets.values[at] ?? 0;
        if (arrive(set, round, value, use)) pending.push(set);
      }
      const end = ownUsers.offsets[place + 1] ?? 0;
      for (let at = ownUsers.offsets[place] ?? 0; at < end; at++) {
        const weight = confidenceIn(ownUsers.facts[at] ?? 0);
        if (weight < floor) break;
        const outer = ownUsers.into[at] ?? 0;
        const weakened = value + Math.min(0, weight - strengthOf(value));
        if (arrive(outer, round, weakened, use)) pending.push(outer);
      }
    }
  };

  for (const place of query.starts) arrive(place, 0, qualityOf(true, FASTEST, CERTAIN), -1);
  close(0);
  for (let round = 1; round <= query.maxDepth; round++) {
    for (let place = 0; place < placeCount; place++) if (hops[place] === round - 1) follow(place, round);
    close(round);
  }
  return { hops, quality, last, roles };
}

/** Encodes how good a path is as one number: the higher, the better. */
const qualityOf = (isPrimary: boolean, speed: number, strength: Thousandths): number =>
  (Number(isPrimary) << 12) | (speed << 10) | strength;

/** Returns the speed of the slowest use: an index into `SPEEDS`. */
export const speedOf = (quality: number): number => (quality >>> 10) & 3;

/** Returns the confidence of the weakest use, including uses within repositories. */
export const strengthOf = (quality: number): Thousandths => quality & 1023;
