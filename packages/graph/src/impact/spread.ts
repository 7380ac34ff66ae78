import type { Thousandths } from "../confidence.ts";
import { CERTAIN } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { rowOf, type Level } from "./artifact-graph.ts";
import { FASTEST } from "./clock.ts";

export interface SpreadQuery {
  /** Where the change starts: places of one repository. */
  starts: readonly number[];
  /** Maximum number of uses between repositories on a path. */
  maxDepth: number;
  /** Minimum confidence of a use. */
  floor: Thousandths;
  /** Whether a use affects its consumer. `hops` is 1 for uses of the root, and 0 for uses within a repository. */
  counts: (use: number, hops: number) => boolean;
  /** Index into `SPEEDS`. */
  speed: (use: number) => number;
  /** Whether a use decides a repository's clock only if no other use does. */
  isSecondary: (use: number) => boolean;
}

/** How a repository is affected. */
export interface Landing {
  /** The fewest uses between repositories that lead to it. */
  hops: number;
  /** All uses that lead to it with that many hops. */
  uses: number[];
  /** Uses from the root outward, between repositories: the fastest path of that many hops, then the strongest. */
  path: number[];
  /** Of `path`, as an index into `SPEEDS`. */
  speed: number;
  /** Of `path`: its weakest use. */
  strength: Thousandths;
}

export interface Spread {
  /** By repository, without the root. */
  landings: Map<number, Landing>;
  /** Every use between affected repositories that the change travels over. */
  traveled: number[];
}

const UNREACHED = 255;

/**
 * Follows a change from place to place, one hop between repositories per round. Within a repository, what is built from
 * an affected place is affected in the same round. A place keeps its fastest path, then its strongest, among those with
 * the fewest hops.
 */
export function spread(graph: PackedGraph, level: Level, query: SpreadQuery): Spread {
  const { source, confidence } = graph.uses;
  const count = level.repository.length;
  const hops = new Uint8Array(count).fill(UNREACHED);
  const speed = new Uint8Array(count);
  const strength = new Uint16Array(count);
  /** The use that leads to a place, and the place that it leads from; -1 at the start. */
  const lastUse = new Int32Array(count).fill(-1);
  const previous = new Int32Array(count).fill(-1);
  const rootRepository = level.repository[query.starts[0] ?? -1] ?? -1;
  const best = new Map<number, Omit<Landing, "path"> & { use: number; isSecondary: boolean }>();
  const traveled: number[] = [];

  /** Returns whether the place is new in this round or improved. */
  const reachPlace = (
    place: number,
    round: number,
    fast: number,
    strong: number,
    use: number,
    from: number,
  ) => {
    const known = hops[place] ?? UNREACHED;
    if (known < round) return false;
    const isImproved =
      known > round ||
      fast > (speed[place] ?? 0) ||
      (fast === speed[place] && strong > (strength[place] ?? 0));
    if (!isImproved) return false;
    hops[place] = round;
    speed[place] = fast;
    strength[place] = strong;
    lastUse[place] = use;
    previous[place] = from;
    return true;
  };

  /** Extends a round's places by what is built from them in the same repository. */
  const close = (places: readonly number[], round: number): Set<number> => {
    const closed = new Set<number>();
    const pending = [...places];
    for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
      closed.add(place);
      for (const set of rowOf(level.sets, place)) {
        if (reachPlace(set, round, speed[place] ?? 0, strength[place] ?? 0, -1, place)) pending.push(set);
      }
      for (const use of rowOf(level.ownUsers, place)) {
        const scope = level.scope[use] ?? -1;
        const weight = confidence[use] ?? 0;
        if (scope < 0 || scope === place || weight < query.floor || !query.counts(use, 0)) continue;
        const strong = Math.min(strength[place] ?? 0, weight);
        if (reachPlace(scope, round, speed[place] ?? 0, strong, use, place)) pending.push(scope);
      }
    }
    return closed;
  };

  for (const place of query.starts) reachPlace(place, 0, FASTEST, CERTAIN, -1, -1);
  let frontier = close(query.starts, 0);
  for (let round = 1; round <= query.maxDepth && frontier.size > 0; round++) {
    const reached: number[] = [];
    for (const place of frontier) {
      for (const use of rowOf(level.users, place)) {
        const consumer = source[use] ?? -1;
        const weight = confidence[use] ?? 0;
        if (consumer === rootRepository || weight < query.floor || !query.counts(use, round)) continue;
        traveled.push(use);
        const fast = Math.min(speed[place] ?? 0, query.speed(use));
        const strong = Math.min(strength[place] ?? 0, weight);
        const isSecondary = query.isSecondary(use);
        const known = best.get(consumer);
        const found = { use, speed: fast, strength: strong, isSecondary };
        if (!known) best.set(consumer, { ...found, hops: round, uses: [use] });
        else if (known.hops === round) {
          known.uses.push(use);
          if (isBetter(found, known)) Object.assign(known, found);
        }
        const scope = level.scope[use] ?? -1;
        if (scope >= 0 && reachPlace(scope, round, fast, strong, use, place)) reached.push(scope);
      }
    }
    frontier = close(reached, round);
  }

  /** Returns the uses between repositories that lead to a place. */
  const pathTo = (place: number): number[] => {
    const path: number[] = [];
    for (let at = place; at >= 0; at = previous[at] ?? -1) {
      const use = lastUse[at] ?? -1;
      if (use >= 0 && graph.uses.target[use] !== source[use]) path.push(use);
    }
    return path.toReversed();
  };
  const landings = new Map<number, Landing>();
  for (const [repository, { use, isSecondary: _, ...landing }] of best) {
    landings.set(repository, { ...landing, path: [...pathTo(level.artifact[use] ?? -1), use] });
  }
  return { landings, traveled };
}

type Candidate = Pick<Landing, "speed" | "strength"> & { isSecondary: boolean };

const isBetter = (a: Candidate, b: Candidate): boolean => {
  if (a.isSecondary !== b.isSecondary) return b.isSecondary;
  return a.speed === b.speed ? a.strength > b.strength : a.speed > b.speed;
};
