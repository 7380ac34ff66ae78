import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { fileScope, PACKAGE_TYPES, unitScope } from "@knockon/extract/scope";
import { everyScope } from "../edges.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { factsOf } from "./use-traits.ts";

/** Rows of varying length: row `i` is `values[offsets[i] .. offsets[i + 1] - 1]`. */
interface Rows {
  offsets: Uint32Array;
  values: Uint32Array;
}

/** The uses of each place, with their columns in the order of `values`, so that a traversal reads memory in sequence. */
interface Users extends Rows {
  /** Repositories. */
  consumer: Uint32Array;
  /** Places; -1 if a change ends there. */
  scope: Int32Array;
  /** See `factsOf`. */
  facts: Uint32Array;
}

/**
 * The level that a change travels on. A place is a scope of a repository, or, on the level of repositories, a whole
 * repository. Places are sorted by repository.
 */
export interface Level {
  /** The repository of each place. */
  repository: Uint32Array;
  /** The place that each use declares. */
  artifact: Uint32Array;
  /** The place that a use's declaration is built into; -1 if a change ends there. */
  scope: Int32Array;
  /** Per place, the uses by other repositories. */
  users: Users;
  /** Per place, the uses by other places of the same repository. */
  ownUsers: Users;
  /** Per place, the sets of scopes that it belongs to, as places. */
  sets: Rows;
  /** Per place, 1 if it has uses by its repository or belongs to a set. */
  isPart: Uint8Array;
}

/** The level of scopes, with their text. */
interface ArtifactLevel extends Level {
  /** The scope of each place, as an index into the graph's strings. */
  text: Uint32Array;
}

/** Returns the places of a repository. */
export function placesOf({ repository }: Level, node: number): number[] {
  const places: number[] = [];
  for (let place = lowerBound(repository, node); repository[place] === node; place++) places.push(place);
  return places;
}

const artifactLevels = new WeakMap<PackedGraph, ArtifactLevel>();
const repositoryLevels = new WeakMap<PackedGraph, Level>();

/** Returns the level on which a change travels from artifact to artifact. Derived once per graph. */
export function artifactLevel(graph: PackedGraph): ArtifactLevel {
  const known = artifactLevels.get(graph);
  if (known) return known;
  const { strings } = graph;
  const { source, target, scope, artifact } = graph.uses;
  const keys = numberPlaces(graph);
  const find = (node: number, text: number): number => lowerBound(keys, node * strings.length + text);
  const repository = Uint32Array.from(keys, (key) => Math.floor(key / strings.length));
  const text = Uint32Array.from(keys, (key) => key % strings.length);
  const level = linkLevel(graph, {
    repository,
    artifact: artifact.map((index, use) => find(target[use] ?? 0, index)),
    scope: Int32Array.from(scope, (index, use) =>
      strings[index] === null ? -1 : find(source[use] ?? 0, index),
    ),
    sets: linkSets(
      repository,
      Array.from(text, (index) => strings[index] ?? ""),
    ),
  });
  const artifacts = { ...level, text };
  artifactLevels.set(graph, artifacts);
  return artifacts;
}

/** Returns the level on which every use of a repository passes a change on to all users of its consumer. */
export function repositoryLevel(graph: PackedGraph): Level {
  const known = repositoryLevels.get(graph);
  if (known) return known;
  const level = linkLevel(graph, {
    repository: Uint32Array.from(graph.nodes.keys()),
    artifact: graph.uses.target,
    scope: Int32Array.from(graph.uses.source),
    sets: { offsets: new Uint32Array(graph.nodes.length + 1), values: new Uint32Array() },
  });
  repositoryLevels.set(graph, level);
  return level;
}

/** Returns where a change of one scope starts: its place, or, if no use names it, the sets that it belongs to. */
export function startsOf(graph: PackedGraph, node: number, scope: string): number[] {
  const places = placesOf(artifactLevel(graph), node).map((place) => ({
    place,
    text: scopeAt(graph, place),
  }));
  const own = places.filter(({ text }) => text === scope);
  const types = setsOf(places.map(({ text }) => text));
  const starts =
    own.length > 0 ? own : places.filter(({ text }) => isSet(text) && isMember(scope, text, types));
  return starts.map(({ place }) => place);
}

/** Returns the scope of a place of the artifact level. */
export const scopeAt = (graph: PackedGraph, place: number): string =>
  graph.strings[artifactLevel(graph).text[place] ?? -1] ?? "";

/** Returns the distinct pairs of repository and scope, sorted, as `repository * strings.length + scope`. */
function numberPlaces({ strings, uses }: PackedGraph): Float64Array {
  const { source, target, scope, artifact } = uses;
  const keys = new Float64Array(2 * source.length);
  let count = 0;
  for (let use = 0; use < source.length; use++) {
    keys[count++] = (target[use] ?? 0) * strings.length + (artifact[use] ?? 0);
    const text = scope[use] ?? 0;
    if (strings[text] !== null) keys[count++] = (source[use] ?? 0) * strings.length + text;
  }
  const sorted = keys.subarray(0, count).toSorted();
  return sorted.filter((key, i) => key !== sorted[i - 1]);
}

function linkLevel(graph: PackedGraph, level: Omit<Level, "users" | "ownUsers" | "isPart">): Level {
  const { source, target } = graph.uses;
  const facts = factsOf(graph);
  const usersOf = (isOwn: boolean): Users => {
    const rows = groupRows(source.length, level.repository.length, (use) =>
      (source[use] === target[use]) === isOwn ? (level.artifact[use] ?? 0) : -1,
    );
    return {
      ...rows,
      consumer: rows.values.map((use) => source[use] ?? 0),
      scope: Int32Array.from(rows.values, (use) => level.scope[use] ?? -1),
      facts: rows.values.map((use) => facts[use] ?? 0),
    };
  };
  const ownUsers = usersOf(true);
  const isPart = Uint8Array.from(level.repository, (_, place) =>
    Number(isFilled(ownUsers, place) || isFilled(level.sets, place)),
  );
  return { ...level, users: usersOf(false), ownUsers, isPart };
}

const isFilled = ({ offsets }: Rows, row: number): boolean => offsets[row] !== offsets[row + 1];

/** Groups 0 to `length - 1` by row, in ascending order. A row of -1 leaves the value out. */
function groupRows(length: number, rows: number, rowOf: (value: number) => number): Rows {
  const offsets = new Uint32Array(rows + 1);
  for (let value = 0; value < length; value++) {
    const row = rowOf(value);
    if (row >= 0) offsets[row + 1] = (offsets[row + 1] ?? 0) + 1;
  }
  for (let row = 0; row < rows; row++) offsets[row + 1] = (offsets[row + 1] ?? 0) + (offsets[row] ?? 0);
  const next = offsets.slice();
  const values = new Uint32Array(offsets[rows] ?? 0);
  for (let value = 0; value < length; value++) {
    const row = rowOf(value);
    if (row < 0) continue;
    const slot = next[row] ?? 0;
    next[row] = slot + 1;
    values[slot] = value;
  }
  return { offsets, values };
}

/** The artifact type of units by ecosystem: see `unitScope`. */
const UNIT_TYPES: ReadonlyMap<string, ArtifactType> = new Map([
  ...PACKAGE_TYPES,
  ["docker", "container_image"],
  ["helm", "helm_chart"],
  ["kustomize", "kustomization"],
  ["terraform", "terraform_module"],
]);

function typeOf(scope: string): string {
  const [kind = "", ecosystem = ""] = scope.split(":", 2);
  return kind === "unit" ? (UNIT_TYPES.get(ecosystem) ?? kind) : kind;
}

/** Links each scope to the sets that it belongs to: `*`, `*:type`, and the files (see `fileScope`) that it is built from. */
function linkSets(repository: Uint32Array, scopes: readonly string[]): Rows {
  const members: number[] = [];
  const sets: number[] = [];
  for (let first = 0, end = 0; first < scopes.length; first = end) {
    while (end < scopes.length && repository[end] === repository[first]) end++;
    const types = setsOf(scopes.slice(first, end));
    for (let set = first; set < end; set++) {
      if (!isSet(scopes[set] ?? "") && !isFile(scopes[set] ?? "")) continue;
      for (let member = first; member < end; member++) {
        if (isSet(scopes[member] ?? "") || !isMember(scopes[member] ?? "", scopes[set] ?? "", types))
          continue;
        members.push(member);
        sets.push(set);
      }
    }
  }
  const rows = groupRows(members.length, scopes.length, (link) => members[link] ?? -1);
  return { offsets: rows.offsets, values: rows.values.map((link) => sets[link] ?? 0) };
}

const isSet = (scope: string): boolean => scope.startsWith("*");

const FILE = fileScope("");
const isFile = (scope: string): boolean => scope.startsWith(FILE);

/** Returns the sets that contain some of the scopes by type. */
const setsOf = (scopes: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.filter((scope) => !isSet(scope)).map((scope) => `*:${typeOf(scope)}`));

/**
 * A set of a type that the repository has no scope of contains all its scopes except files, because none of them can be
 * ruled out. `*` has no type and contains all scopes.
 */
function isMember(scope: string, set: string, known: ReadonlySet<string>): boolean {
  if (isFile(set)) return isBuiltFrom(scope, set);
  if (isFile(scope)) return set === everyScope("git_repository");
  return set === `*:${typeOf(scope)}` || !known.has(set);
}

/** Whether a change of a unit changes a file: a Dockerfile, or manifests of the file's folder. */
function isBuiltFrom(scope: string, file: string): boolean {
  const path = file.slice(FILE.length);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : ".";
  return scope === unitScope("docker", path) || scope === unitScope("kubernetes", folder);
}

/** Returns the index of the first value that is not below `wanted`. */
function lowerBound(values: Float64Array | Uint32Array, wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
