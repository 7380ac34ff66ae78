import { isLimited } from "@knockon/contract/vocabulary/limited-version";
import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { fileScope, PACKAGE_TYPES } from "@knockon/extract/scope";
import type { Use } from "../edges.ts";
import { parseTraits, type PackedGraph } from "../packed-graph.ts";
import { clockOf, isSelective, SPEEDS, type Release } from "./clock.ts";
import { dependsOnRelease, packFacts, roleIn, speedOf, strengthOf, withUse, type Facts } from "./route.ts";
import { countUp, groupRows } from "./rows.ts";

/** Returns a set of roles as a bit mask, for `isOfRoles`. */
export const maskOf = (roles: readonly Role[]): number =>
  roles.reduce((mask, role) => mask | (1 << ROLES.indexOf(role)), 0);

/** Returns the strongest role of a bit mask: an index into `ROLES`, or their number if the mask is empty. */
export const strongestOf = (mask: number): number =>
  mask === 0 ? ROLES.length : 31 - Math.clz32(mask & -mask);

const factsByGraph = new WeakMap<PackedGraph, Uint32Array>();

/** Keeps the facts that were derived from an equal graph. */
export const keepFacts = (graph: PackedGraph, facts: Uint32Array): void =>
  void factsByGraph.set(graph, facts);

/** Returns the facts of all uses. Derived once per graph. */
export function factsOf(graph: PackedGraph): Uint32Array {
  const known = factsByGraph.get(graph);
  if (known) return known;
  const { traits, confidence, dependencyType } = graph.uses;
  const indexes = [...new Set(traits)];
  const [ofPackages, ofOthers] = [true, false].map(
    (isPackage) => new Map(indexes.map((index) => [index, parse(graph.strings[index] ?? "", isPackage)])),
  );
  const types = new Map([...new Set(dependencyType)].map((index) => [index, typeOf(graph.strings[index])]));
  const facts = traits.map((index, use) => {
    const type = types.get(dependencyType[use] ?? 0) ?? 0;
    const parsed = (IS_PACKAGE[type] ? ofPackages : ofOthers)?.get(index);
    return withUse(parsed ?? 0, confidence[use] ?? 0, type);
  });
  keepFacts(graph, facts);
  return facts;
}

/** By index into `ARTIFACT_TYPES`. */
const IS_PACKAGE = ARTIFACT_TYPES.map((type) => new Set(PACKAGE_TYPES.values()).has(type));

const typeOf = (type: string | null | undefined): number =>
  (ARTIFACT_TYPES as readonly (string | null | undefined)[]).indexOf(type);

/**
 * Uses that decide a clock only if no other does are examples, and images and repositories that only developers run. CI
 * installs the packages that developers install, so those count, also from a Git repository.
 */
function parse(text: string, isPackage: boolean): Facts {
  const { role, ...kind } = parseTraits(text);
  const isTool = role === "dev" && !isPackage && (kind.versioning === "docker" || kind.versioning === "git");
  return packFacts({
    role: ROLES.indexOf(role),
    speed: SPEEDS.indexOf(clockOf(kind, null, null)),
    isSecondary: role === "example" || isTool,
    isSelective: isSelective(kind.state),
  });
}

const FILE = fileScope("");

/** Returns the path of the only file that a use fetches from a Git repository: no other change of the repository arrives. */
export const fetchedFile = ({ dependencyType, artifact }: Pick<Use, "dependencyType" | "artifact">) =>
  dependencyType === "git_repository" && artifact.startsWith(FILE) ? artifact.slice(FILE.length) : undefined;

/** Returns whether a use of the graph fetches one file. */
export const fetchesOneFile =
  ({ strings, uses }: PackedGraph) =>
  (use: number): boolean =>
    fetchedFile({
      dependencyType: strings[uses.dependencyType[use] ?? -1] as ArtifactType,
      artifact: strings[uses.artifact[use] ?? -1] ?? "",
    }) !== undefined;

const limitedByGraph = new WeakMap<PackedGraph, Uint8Array>();

/**
 * Returns whether a use of the graph that takes a change on the next run takes every one: it has no range with a limit, and fetches more
 * than one file. Derived once per graph.
 */
export function takesEveryChange(graph: PackedGraph): (use: number) => boolean {
  const limited = limitedByGraph.get(graph) ?? limitedUses(graph);
  limitedByGraph.set(graph, limited);
  return (use) => limited[use] === 0;
}

/** Returns 1 for the uses that take some changes only. */
function limitedUses(graph: PackedGraph): Uint8Array {
  const { strings, uses } = graph;
  const isOneFile = fetchesOneFile(graph);
  const limits = new Set(
    [...new Set(uses.versionConstraint)].filter((index) => isLimited(strings[index] ?? null)),
  );
  return Uint8Array.from(uses.versionConstraint, (index, use) => Number(limits.has(index) || isOneFile(use)));
}

/** Returns the uses sorted by confidence, highest first, then by role, strongest first. */
export function certaintyOrder(facts: Uint32Array): Uint32Array {
  const keys = new Int32Array(facts.length);
  for (let use = 0; use < keys.length; use++) {
    const fact = facts[use] ?? 0;
    keys[use] = ((1023 - strengthOf(fact)) << 4) | roleIn(fact);
  }
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
  releaseOf: (use: number) => Release | null,
): (use: number) => number {
  const { traits, versionConstraint } = graph.uses;
  const facts = factsOf(graph);
  const speeds = new Uint8Array(facts.length).fill(UNKNOWN);
  const byRelease = new Map<Release, Map<number, number>>();
  /** By artifact: the known speeds of constraints for its release; null if the release is unknown. */
  const byArtifact = new Map<number, { release: Release; known: Map<number, number> } | null>();
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
    if (released === null) return speedOf(facts[use] ?? 0);
    const constraint = (traits[use] ?? 0) * graph.strings.length + (versionConstraint[use] ?? 0);
    const speed = released.known.get(constraint) ?? speedFor(graph, use, released.release);
    released.known.set(constraint, speed);
    return speed;
  };
  return (use) => {
    if (!dependsOnRelease(facts[use] ?? 0)) return speedOf(facts[use] ?? 0);
    if (speeds[use] === UNKNOWN) speeds[use] = compute(use);
    return speeds[use] ?? 0;
  };
}

function speedFor({ strings, uses }: PackedGraph, use: number, release: Release): number {
  const kind = parseTraits(strings[uses.traits[use] ?? -1] ?? "");
  return SPEEDS.indexOf(clockOf(kind, strings[uses.versionConstraint[use] ?? -1] ?? null, release));
}
