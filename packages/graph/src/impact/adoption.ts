import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { ConstraintKind } from "../edges.ts";
import { getConstraint, getConstraintKinds, type PackedGraph } from "../packed-graph.ts";
import { pathTo, strongestPaths, type Reach } from "../traverse.ts";
import { versioningOf } from "../versions/scheme.ts";

/**
 * When a consumer picks up a change: at its next run (`immediate`), at its next dependency update (`on_update`), or when
 * someone edits the version (`pinned`). `unknown` if that depends on an unresolved version.
 */
export const ADOPTIONS = ["immediate", "on_update", "pinned", "unknown"] as const;
export type Adoption = (typeof ADOPTIONS)[number];

/** Edge weights for `strongestPaths`: a path is as fast as its slowest edge, and the fastest path counts. */
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

/** The bounds of an edge's speed. They differ only if a constraint is unresolved. */
interface Speeds {
  slowest: Speed;
  fastest: Speed;
}

export interface AdoptionQuery {
  root: number;
  maxDepth: number;
  /** 0/1 mask of the edges to follow. */
  usable: Uint8Array;
  /** The version the root would release; null if unknown. */
  version: string | null;
}

/** The reason for a node's adoption: a path from the root, and the edge on it that determines the speed. */
export interface Decision {
  path: number[];
  edge: number;
}

export interface Adoptions {
  /** Undefined for nodes the root does not reach. */
  of(node: number): Adoption | undefined;
  /**
   * Returns `path` itself if it is among the paths that determine the node's adoption. If several edges of the path do,
   * returns the last one.
   */
  decisionOf(node: number, path: readonly number[]): Decision | undefined;
}

/**
 * Computes when each node downstream of the root picks up a change. Runs twice, with unresolved constraints as slow and
 * as fast as possible: a node's adoption is `unknown` only if the two results differ.
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

/** The result of one of the two runs. */
interface Bound {
  speeds: Uint32Array;
  reached: Reach;
}

/** Applies the released version only to edges that end at the root. */
function edgeSpeeds(graph: PackedGraph, { root, usable, version }: AdoptionQuery) {
  const { target, versionConstraint, constraintKinds } = graph.columns;
  const cache = new Map<number, Speeds>();
  const slowest = new Uint32Array(usable.length);
  const fastest = new Uint32Array(usable.length);
  for (let edge = 0; edge < usable.length; edge++) {
    if (usable[edge] !== 1) continue;
    const released = target[edge] === root ? version : null;
    const constraintKey = released === null ? 0 : 1 + (versionConstraint[edge] ?? 0);
    const key = constraintKey * graph.strings.length + (constraintKinds[edge] ?? 0);
    const speeds =
      cache.get(key) ?? speedsOf(getConstraintKinds(graph, edge), getConstraint(graph, edge), released);
    cache.set(key, speeds);
    slowest[edge] = speeds.slowest;
    fastest[edge] = speeds.fastest;
  }
  return { slowest, fastest };
}

/** The fastest of parallel declarations counts. */
function speedsOf(
  kinds: readonly ConstraintKind[],
  constraint: string | null,
  version: string | null,
): Speeds {
  const speeds = kinds.map((kind) => speedOf(kind, constraint, version));
  return {
    slowest: greatest(speeds.map((speed) => speed ?? SPEED.pinned)),
    fastest: greatest(speeds.map((speed) => speed ?? SPEED.immediate)),
  };
}

const greatest = (speeds: readonly Speed[]): Speed => speeds.reduce((a, b) => (a > b ? a : b), SPEED.pinned);

/** A floating reference or range that excludes the released version behaves like a pin. Undefined if unresolved. */
function speedOf(
  { versioning, state }: ConstraintKind,
  constraint: string | null,
  version: string | null,
): Speed | undefined {
  const isMoving = state === "floating" || state === "range";
  if (!isMoving || constraint === null || version === null) return SPEED_OF_STATE[state];
  const isExcluded = versioningOf(versioning).admits(constraint, version) === false;
  return isExcluded ? SPEED.pinned : SPEED_OF_STATE[state];
}
