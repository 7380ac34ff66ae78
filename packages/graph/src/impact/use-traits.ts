import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import { parseTraits, type PackedGraph } from "../packed-graph.ts";
import { clockOf, isSelective, SPEEDS } from "./clock.ts";
import { countUp, groupRows } from "./rows.ts";

/**
 * The facts that a query reads of every use, packed into one number: confidence, role, speed, whether the speed depends on the
 * release, whether the use is secondary, and its dependency type.
 */
type Facts = number;

const ROLE_SHIFT = 10;
const SPEED_SHIFT = 14;
const SELECTIVE_SHIFT = 16;
const SECONDARY_SHIFT = 17;
const TYPE_SHIFT = 18;

export const confidenceIn = (facts: Facts): Thousandths => facts & 1023;

/** Returns an index into `ROLES`. */
export const roleIn = (facts: Facts): number => (facts >>> ROLE_SHIFT) & 15;

/** Returns an index into `SPEEDS`, for a release that the constraint admits. */
export const speedIn = (facts: Facts): number => (facts >>> SPEED_SHIFT) & 3;

/** Whether the speed depends on the release. */
export const dependsOnRelease = (facts: Facts): boolean => ((facts >>> SELECTIVE_SHIFT) & 1) === 1;

/**
 * Whether a use decides a clock only if no other does: an example, or an image or repository that only developers run. CI
 * installs the packages that developers install, so those count.
 */
export const isSecondary = (facts: Facts): boolean => ((facts >>> SECONDARY_SHIFT) & 1) === 1;

/** Returns the dependency type: an index into `ARTIFACT_TYPES`. */
export const typeIn = (facts: Facts): number => facts >>> TYPE_SHIFT;

/** Returns a set of roles as a bit mask, for `isOfRoles`. */
export const maskOf = (roles: readonly Role[]): number =>
  roles.reduce((mask, role) => mask | (1 << ROLES.indexOf(role)), 0);

/** Returns the strongest role of a bit mask: an index into `ROLES`, or their number if the mask is empty. */
export const strongestOf = (mask: number): number =>
  mask === 0 ? ROLES.length : 31 - Math.clz32(mask & -mask);

export const isOfRoles = (facts: Facts, mask: number): boolean => ((mask >>> roleIn(facts)) & 1) === 1;

/** The part of the facts that has the confidence and the role. */
const CLASS_MASK = (1 << SPEED_SHIFT) - 1;

export const classIn = (facts: Facts): number => facts & CLASS_MASK;

/** Returns, for each `classIn`, 1 if its role is in the mask and its confidence is from `least` to below `limit`. */
export function countingClasses(roles: number, least: Thousandths, limit: Thousandths): Uint8Array {
  const counts = new Uint8Array(CLASS_MASK + 1);
  for (let role = 0; role < ROLES.length; role++) {
    const first = role << ROLE_SHIFT;
    if (isOfRoles(first, roles) && least < limit) counts.fill(1, first + least, first + limit);
  }
  return counts;
}

const factsByGraph = new WeakMap<PackedGraph, Uint32Array>();

/** Returns the facts of all uses. Derived once per graph. */
export function factsOf(graph: PackedGraph): Uint32Array {
  const known = factsByGraph.get(graph);
  if (known) return known;
  const { traits, confidence, dependencyType } = graph.uses;
  const parsed = new Map([...new Set(traits)].map((index) => [index, parse(graph.strings[index] ?? "")]));
  const types = new Map(
    [...new Set(dependencyType)].map((index) => [index, typeOf(graph.strings[index] ?? "")]),
  );
  const facts = traits.map(
    (index, use) =>
      (parsed.get(index) ?? 0) |
      (confidence[use] ?? 0) |
      ((types.get(dependencyType[use] ?? 0) ?? 0) << TYPE_SHIFT),
  );
  factsByGraph.set(graph, facts);
  return facts;
}

const typeOf = (type: string): number => (ARTIFACT_TYPES as readonly string[]).indexOf(type);

function parse(text: string): Facts {
  const { role, ...kind } = parseTraits(text);
  const selective = Number(isSelective(kind.state));
  const speed = SPEEDS.indexOf(clockOf(kind, null, null));
  const isTool = role === "dev" && (kind.versioning === "docker" || kind.versioning === "git");
  const secondary = Number(role === "example" || isTool);
  return (
    (ROLES.indexOf(role) << ROLE_SHIFT) |
    (speed << SPEED_SHIFT) |
    (selective << SELECTIVE_SHIFT) |
    (secondary << SECONDARY_SHIFT)
  );
}

/** Returns the uses sorted by confidence, highest first, then by role, strongest first. */
export function certaintyOrder(facts: Uint32Array): Uint32Array {
  const keys = Int32Array.from(facts, (fact) => ((1023 - confidenceIn(fact)) << 4) | roleIn(fact));
  return groupRows(countUp(facts.length), 1024 << 4, keys).values;
}

const firstUseByGraph = new WeakMap<PackedGraph, Uint32Array>();

/** Returns where the uses of each node start: those of node `i` are `[i]` to `[i + 1] - 1`. Derived once per graph. */
export function firstUses(graph: PackedGraph): Uint32Array {
  const known = firstUseByGraph.get(graph);
  if (known) return known;
  const first = new Uint32Array(graph.nodes.length + 1);
  for (const node of graph.uses.source) first[node + 1] = (first[node + 1] ?? 0) + 1;
  for (let node = 1; node < first.length; node++) first[node] = (first[node] ?? 0) + (first[node - 1] ?? 0);
  firstUseByGraph.set(graph, first);
  return first;
}

const UNKNOWN = 255;

/**
 * Returns a function from a use to its speed: an index into `SPEEDS`. Calls `releaseOf` once per artifact (`artifacts`
 * has that of each use), and compares equal constraints with a release only once.
 */
export function speedsOf(
  graph: PackedGraph,
  artifacts: Uint32Array,
  releaseOf: (use: number) => string | null,
): (use: number) => number {
  const { traits, versionConstraint } = graph.uses;
  const facts = factsOf(graph);
  const speeds = new Uint8Array(facts.length).fill(UNKNOWN);
  const byRelease = new Map<string, Map<number, number>>();
  /** By artifact: the known speeds of constraints for its release; null if the release is unknown. */
  const byArtifact = new Map<number, { release: string; known: Map<number, number> } | null>();
  const findRelease = (use: number) => {
    const release = releaseOf(use);
    if (release === null) return null;
    const known = byRelease.get(release) ?? new Map<number, number>();
    byRelease.set(release, known);
    return { release, known };
  };
  const compute = (use: number): number => {
    const artifact = artifacts[use] ?? 0;
    const found = byArtifact.get(artifact);
    const released = found === undefined ? findRelease(use) : found;
    if (found === undefined) byArtifact.set(artifact, released);
    if (released === null) return speedIn(facts[use] ?? 0);
    const constraint = (traits[use] ?? 0) * graph.strings.length + (versionConstraint[use] ?? 0);
    const speed = released.known.get(constraint) ?? speedFor(graph, use, released.release);
    released.known.set(constraint, speed);
    return speed;
  };
  return (use) => {
    if (!dependsOnRelease(facts[use] ?? 0)) return speedIn(facts[use] ?? 0);
    if (speeds[use] === UNKNOWN) speeds[use] = compute(use);
    return speeds[use] ?? 0;
  };
}

function speedFor({ strings, uses }: PackedGraph, use: number, release: string): number {
  const kind = parseTraits(strings[uses.traits[use] ?? -1] ?? "");
  return SPEEDS.indexOf(clockOf(kind, strings[uses.versionConstraint[use] ?? -1] ?? null, release));
}
