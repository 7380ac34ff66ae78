import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { everyScope } from "../edges.ts";
import type { PackedGraph } from "../packed-graph.ts";

/** Rows of varying length: row `i` is `values[offsets[i] .. offsets[i + 1] - 1]`. */
interface Rows {
  offsets: Uint32Array;
  values: Uint32Array;
}

/**
 * The level that a change travels on. A place is a scope of a repository, or, on the level of repositories, a whole
 * repository. Places are numbered by repository.
 */
export interface Level {
  /** The repository of each place. */
  repository: Uint32Array;
  /** The place that each use declares. */
  artifact: Uint32Array;
  /** The place that a use's declaration is built into; -1 if a change ends there. */
  scope: Int32Array;
  /** Per place, the uses by other repositories. */
  users: Rows;
  /** Per place, the uses by other places of the same repository. */
  ownUsers: Rows;
  /** Per place, the sets of scopes that it belongs to, as places. */
  sets: Rows;
}

/** Returns the places of a repository. */
export function placesOf({ repository }: Level, node: number): number[] {
  const places: number[] = [];
  for (let place = lowerBound(repository, node); repository[place] === node; place++) places.push(place);
  return places;
}

const artifactLevels = new WeakMap<PackedGraph, Level>();
const repositoryLevels = new WeakMap<PackedGraph, Level>();

/** Returns the level on which a change travels from artifact to artifact. Derived once per graph. */
export function artifactLevel(graph: PackedGraph): Level {
  const known = artifactLevels.get(graph);
  if (known) return known;
  const { places, strings } = numberPlaces(graph);
  const { source, target, scope, artifact } = graph.uses;
  const find = (repository: number, text: number): number =>
    lowerBound(places, repository * graph.strings.length + text);
  const repository = Uint32Array.from(places, (key) => Math.floor(key / graph.strings.length));
  const level = linkLevel(graph, {
    repository,
    artifact: artifact.map((text, use) => find(target[use] ?? 0, text)),
    scope: Int32Array.from(scope, (text, use) =>
      graph.strings[text] === null ? -1 : find(source[use] ?? 0, text),
    ),
    sets: linkSets(repository, strings),
  });
  artifactLevels.set(graph, level);
  return level;
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

/** Returns the place of a scope, or undefined if no use has it. */
export function findPlace(graph: PackedGraph, node: number, scope: string): number | undefined {
  const level = artifactLevel(graph);
  const text = graph.strings.indexOf(scope);
  return placesOf(level, node).find((place) => placeText(graph, place) === text);
}

/** Returns the scope of a place of the artifact level. */
export const scopeAt = (graph: PackedGraph, place: number): string =>
  graph.strings[placeText(graph, place)] ?? "";

const placeTexts = new WeakMap<PackedGraph, Float64Array>();

const placeText = (graph: PackedGraph, place: number): number => {
  const places = placeTexts.get(graph) ?? numberPlaces(graph).places;
  placeTexts.set(graph, places);
  return (places[place] ?? 0) % graph.strings.length;
};

/** Numbers the distinct pairs of repository and scope, sorted by repository. A pair is `repository * strings + scope`. */
function numberPlaces({ strings, uses }: PackedGraph) {
  const { source, target, scope, artifact } = uses;
  const keys = new Float64Array(2 * source.length);
  let count = 0;
  for (let use = 0; use < source.length; use++) {
    keys[count++] = (target[use] ?? 0) * strings.length + (artifact[use] ?? 0);
    const text = scope[use] ?? 0;
    if (strings[text] !== null) keys[count++] = (source[use] ?? 0) * strings.length + text;
  }
  const sorted = keys.subarray(0, count).toSorted();
  const places = sorted.filter((key, i) => key !== sorted[i - 1]);
  return { places, strings: Array.from(places, (key) => strings[key % strings.length] ?? "") };
}

function linkLevel(
  { uses: { source, target } }: PackedGraph,
  level: Omit<Level, "users" | "ownUsers">,
): Level {
  const count = level.repository.length;
  const rowOf = (isOwn: boolean) => (use: number) =>
    (source[use] === target[use]) === isOwn ? (level.artifact[use] ?? 0) : -1;
  return {
    ...level,
    users: groupRows(source.length, count, rowOf(false)),
    ownUsers: groupRows(source.length, count, rowOf(true)),
  };
}

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

export const rowOf = ({ offsets, values }: Rows, row: number): Uint32Array =>
  values.subarray(offsets[row], offsets[row + 1] ?? 0);

/** The artifact type of units by ecosystem: see `unitScope`. */
const UNIT_TYPES: Readonly<Record<string, ArtifactType>> = {
  bazel: "bazel_module",
  cargo: "rust_crate",
  composer: "composer_package",
  conan: "conan_package",
  docker: "container_image",
  gem: "ruby_gem",
  golang: "go_module",
  gradle: "maven_artifact",
  helm: "helm_chart",
  hex: "hex_package",
  kustomize: "kustomization",
  maven: "maven_artifact",
  npm: "npm_package",
  nuget: "nuget_package",
  pub: "dart_package",
  pypi: "python_package",
  swift: "swift_package",
  terraform: "terraform_module",
  vcpkg: "vcpkg_port",
};

function typeOf(scope: string): string {
  const [kind = "", ecosystem = ""] = scope.split(":", 2);
  return kind === "unit" ? (UNIT_TYPES[ecosystem] ?? kind) : kind;
}

/**
 * Links each scope to the sets that it belongs to: `*` and `*:type`. A set of a type that the repository has no scope of
 * contains all its scopes, because none of them can be ruled out.
 */
function linkSets(repository: Uint32Array, scopes: readonly string[]): Rows {
  const members: number[] = [];
  const sets: number[] = [];
  for (let first = 0, end = 0; first < scopes.length; first = end) {
    while (end < scopes.length && repository[end] === repository[first]) end++;
    const places = Array.from({ length: end - first }, (_, i) => first + i);
    const own = places.filter((place) => !isSet(scopes[place] ?? ""));
    for (const set of places.filter((place) => isSet(scopes[place] ?? ""))) {
      const ofType = own.filter((place) => `*:${typeOf(scopes[place] ?? "")}` === scopes[set]);
      for (const member of ofType.length > 0 ? ofType : own) {
        members.push(member);
        sets.push(set);
      }
    }
  }
  const rows = groupRows(members.length, scopes.length, (link) => members[link] ?? -1);
  return { offsets: rows.offsets, values: rows.values.map((link) => sets[link] ?? 0) };
}

const isSet = (scope: string): boolean => scope.startsWith(everyScope("git_repository"));

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
