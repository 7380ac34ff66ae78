import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Hold } from "../edges.ts";
import { getConstraint, getHolds, type PackedGraph } from "../packed-graph.ts";
import { pathTo, strongestPaths, type Reach } from "../traverse.ts";
import { versioningOf } from "../versions/scheme.ts";

/**
 * When a consumer takes a change: at its next run, at its next update, or when somebody bumps it.
 * `unknown` where a version that nobody binds decides that.
 */
export const ADOPTIONS = ["immediate", "on_update", "pinned", "unknown"] as const;
export type Adoption = (typeof ADOPTIONS)[number];

/** Speeds as weights: the speed of a path is that of its slowest edge, and the fastest path counts. */
const SPEED = { pinned: 1, on_update: 2, immediate: 3 } as const;
const ADOPTION_OF_SPEED: readonly (Adoption | undefined)[] = [undefined, "pinned", "on_update", "immediate"];
type Speed = (typeof SPEED)[keyof typeof SPEED];

const SPEED_OF_STATE: Record<VersionConstraintState, Speed | undefined> = {
  absent: SPEED.immediate,
  floating: SPEED.immediate,
  range: SPEED.on_update,
  pinned: SPEED.pinned,
  digest: SPEED.pinned,
  unresolved: undefined,
};

/** What an edge's speed lies between; wider than one speed only where a hold is unknown. */
interface Speeds {
  slowest: Speed;
  fastest: Speed;
}

export interface AdoptionQuery {
  root: number;
  maxDepth: number;
  /** 1 for the edges that count. */
  usable: Uint8Array;
  /** What the root would release; null when that is not known. */
  version: string | null;
}

/** Why a node takes the change when it does: the edges from the root to it, and the one of them that is waited for. */
export interface Decision {
  path: number[];
  edge: number;
}

export interface Adoptions {
  /** Undefined where the root does not lead. */
  of(node: number): Adoption | undefined;
  /** By `path`, one of those to the node, where it decides as well as any; by the last of several edges. */
  decisionOf(node: number, path: readonly number[]): Decision | undefined;
}

/**
 * When every node that the root reaches downstream takes the change. Unknown clocks are once taken as slow as can be and
 * once as fast: where both agree, the unknown one does not decide.
 */
export function adoptions(graph: PackedGraph, query: AdoptionQuery): Adoptions {
  const { slowest, fastest } = edgeSpeeds(graph, query);
  const [slow, fast] = [slowest, fastest].map((speeds) => ({
    speeds,
    reached: strongestPaths(graph.incoming, speeds, query.root, query.maxDepth, SPEED.pinned),
  })) as [Bound, Bound];
  const isKnown = (node: number): boolean => slow.reached.strength[node] === fast.reached.strength[node];
  return {
    of: (node) => (isKnown(node) ? ADOPTION_OF_SPEED[slow.reached.strength[node] ?? 0] : "unknown"),
    decisionOf(node, path) {
      const { speeds, reached } = isKnown(node) ? slow : fast;
      const speed = reached.strength[node] ?? 0;
      const decides = path.every((edge) => (speeds[edge] ?? 0) >= speed);
      const deciding = decides ? [...path] : pathTo(reached, node);
      const edge = deciding.findLast((one) =>
        isKnown(node) ? slowest[one] === speed && fastest[one] === speed : slowest[one] !== fastest[one],
      );
      return edge === undefined ? undefined : { path: deciding, edge };
    },
  };
}

/** What the root reaches how fast, where every clock that nobody knows is as slow, or as fast, as can be. */
interface Bound {
  speeds: Uint32Array;
  reached: Reach;
}

/** The released version is the root's, so it speaks only of the edges that end there. */
function edgeSpeeds(graph: PackedGraph, { root, usable, version }: AdoptionQuery) {
  const { target, versionConstraint, holds } = graph.columns;
  const known = new Map<number, Speeds>();
  const slowest = new Uint32Array(usable.length);
  const fastest = new Uint32Array(usable.length);
  for (let edge = 0; edge < usable.length; edge++) {
    if (usable[edge] !== 1) continue;
    const released = target[edge] === root ? version : null;
    const decisive = released === null ? 0 : 1 + (versionConstraint[edge] ?? 0);
    const key = decisive * graph.strings.length + (holds[edge] ?? 0);
    const speeds = known.get(key) ?? speedsOf(getHolds(graph, edge), getConstraint(graph, edge), released);
    known.set(key, speeds);
    slowest[edge] = speeds.slowest;
    fastest[edge] = speeds.fastest;
  }
  return { slowest, fastest };
}

/** Of parallel declarations the fastest counts. */
function speedsOf(holds: readonly Hold[], constraint: string | null, version: string | null): Speeds {
  const speeds = holds.map((hold) => speedOf(hold, constraint, version));
  return {
    slowest: greatest(speeds.map((speed) => speed ?? SPEED.pinned)),
    fastest: greatest(speeds.map((speed) => speed ?? SPEED.immediate)),
  };
}

const greatest = (speeds: readonly Speed[]): Speed => speeds.reduce((a, b) => (a > b ? a : b), SPEED.pinned);

/** A moving reference or a range that certainly leaves the version out waits for a bump, as a pin does. */
function speedOf(
  { versioning, state }: Hold,
  constraint: string | null,
  version: string | null,
): Speed | undefined {
  const isMoving = state === "floating" || state === "range";
  if (!isMoving || constraint === null || version === null) return SPEED_OF_STATE[state];
  const isLeftOut = versioningOf(versioning).admits(constraint, version) === false;
  return isLeftOut ? SPEED.pinned : SPEED_OF_STATE[state];
}
