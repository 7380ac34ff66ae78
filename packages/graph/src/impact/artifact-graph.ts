import type { PackedGraph } from "../packed-graph.ts";
import { countUp, filledRows, groupRows, isFilled, type Rows } from "./rows.ts";
import { hasMembers, isMember, linkSets, setsOf } from "./scope-sets.ts";
import { certaintyOrder, factsOf } from "./use-traits.ts";

/**
 * The uses of each place, in `certaintyOrder`, with their columns in the order of `values`, so that a traversal reads
 * memory in sequence.
 */
export interface Users extends Rows {
  /** The places that have uses, ascending. */
  filled: Uint32Array;
  /** The place that the change gets to. */
  into: Uint32Array;
  /** See `factsOf`. */
  facts: Uint32Array;
}

/**
 * The level that a change travels on. A place is a scope of a repository, or, on the level of repositories, a whole
 * repository. On the level of artifacts, a repository may also have a place where changes end, which has no users. Places
 * are sorted by full path, then by scope, so that their order does not depend on repository IDs. For the same reason,
 * repositories are ranks: positions in `byPath` of the graph.
 */
export interface Level {
  /** The repository of each place. */
  repository: Uint32Array;
  /** The places of each repository, which are adjacent: those of rank `i` are `first[i]` to `first[i + 1] - 1`. */
  first: Uint32Array;
  /** The place that each use declares. */
  artifact: Uint32Array;
  /** Per place, the uses by other repositories. */
  users: Users;
  /** Per place, the uses by other places of the same repository. */
  ownUsers: Users;
  /** Per place, the sets of scopes that it belongs to, as places. */
  sets: Rows;
  /** The places that have uses by their repository or belong to a set. */
  parts: Uint32Array;
}

/** The level of scopes, with their text. */
export interface ArtifactLevel extends Level {
  /** The scope of each place, as an index into the graph's strings; their number for places where changes end. */
  text: Uint32Array;
}

/** Returns the places of a repository. */
export function placesOf({ first }: Level, rank: number): number[] {
  const places: number[] = [];
  const end = first[rank + 1] ?? 0;
  for (let place = first[rank] ?? 0; place < end; place++) places.push(place);
  return places;
}

const artifactLevels = new WeakMap<PackedGraph, ArtifactLevel>();
const repositoryLevels = new WeakMap<PackedGraph, Level>();

/** Keeps the level that was derived from an equal graph. */
export const keepArtifactLevel = (graph: PackedGraph, level: ArtifactLevel): void =>
  void artifactLevels.set(graph, level);

/** Returns the level on which a change travels from artifact to artifact. Derived once per graph. */
export function artifactLevel(graph: PackedGraph): ArtifactLevel {
  const known = artifactLevels.get(graph);
  if (known) return known;
  const { strings, ranks } = graph;
  const { source, target, scope, artifact } = graph.uses;
  const texts = strings.length + 1;
  const scopes = scope.map((text) => (strings[text] === null ? strings.length : text));
  const keyOf = (node: number, text: number): number => (ranks[node] ?? 0) * texts + text;
  const keys = new Float64Array(2 * source.length);
  for (let use = 0; use < source.length; use++) {
    keys[2 * use] = keyOf(target[use] ?? 0, artifact[use] ?? 0);
    keys[2 * use + 1] = keyOf(source[use] ?? 0, scopes[use] ?? 0);
  }
  const distinct = distinctOf(keys.toSorted());
  const repository = new Uint32Array(distinct.length);
  const text = new Uint32Array(distinct.length);
  for (let place = 0; place < distinct.length; place++) {
    const key = distinct[place] ?? 0;
    const rank = Math.floor(key / texts);
    repository[place] = rank;
    text[place] = key - rank * texts;
  }
  const find = (node: number, index: number): number => lowerBound(distinct, keyOf(node, index));
  const level = linkLevel(graph, {
    repository,
    artifact: artifact.map((index, use) => find(target[use] ?? 0, index)),
    scope: scopes.map((index, use) => find(source[use] ?? 0, index)),
    sets: linkSets(
      repository,
      Array.from(text, (index) => strings[index] ?? ""),
    ),
  });
  const artifacts = { ...level, text };
  keepArtifactLevel(graph, artifacts);
  return artifacts;
}

/** Returns the level on which every use of a repository passes a change on to all users of its consumer. */
export function repositoryLevel(graph: PackedGraph): Level {
  const known = repositoryLevels.get(graph);
  if (known) return known;
  const { nodes, ranks, uses } = graph;
  const level = linkLevel(graph, {
    repository: countUp(nodes.length),
    artifact: uses.target.map((node) => ranks[node] ?? 0),
    scope: uses.source.map((node) => ranks[node] ?? 0),
    sets: { offsets: new Uint32Array(nodes.length + 1), values: new Uint32Array() },
  });
  repositoryLevels.set(graph, level);
  return level;
}

/** Returns where a change of one scope starts: its place, or, if no use names it, the sets that it belongs to. */
export function startsOf(graph: PackedGraph, node: number, scope: string): number[] {
  const places = placesOf(artifactLevel(graph), graph.ranks[node] ?? -1).map((place) => ({
    place,
    text: scopeAt(graph, place),
  }));
  const own = places.filter(({ text }) => text === scope);
  const types = setsOf(places.map(({ text }) => text));
  const starts =
    own.length > 0 ? own : places.filter(({ text }) => hasMembers(text) && isMember(scope, text, types));
  return starts.map(({ place }) => place);
}

/** Returns the scope of a place of the artifact level; empty for a place where changes end. */
export const scopeAt = (graph: PackedGraph, place: number): string =>
  graph.strings[artifactLevel(graph).text[place] ?? -1] ?? "";

interface Places extends Pick<Level, "repository" | "artifact" | "sets"> {
  /** The place that each use's declaration is built into. */
  scope: Uint32Array;
}

function linkLevel(graph: PackedGraph, { scope, ...places }: Places): Level {
  const { source, target } = graph.uses;
  const { repository, artifact, sets } = places;
  const facts = factsOf(graph);
  const order = certaintyOrder(facts);
  const usersOf = (isOwn: boolean): Users => {
    // `Int32Array.from` takes ten times as long.
    const placeOf = new Int32Array(artifact.length).fill(-1);
    for (let use = 0; use < placeOf.length; use++)
      if ((source[use] === target[use]) === isOwn) placeOf[use] = artifact[use] ?? -1;
    const rows = groupRows(order, repository.length, placeOf);
    const into = rows.values.map((use) => scope[use] ?? 0);
    return usersFrom(rows, into, facts);
  };
  const ownUsers = usersOf(true);
  const first = new Uint32Array(graph.nodes.length + 1).fill(repository.length);
  for (let place = repository.length - 1; place >= 0; place--) first[repository[place] ?? 0] = place;
  for (let rank = graph.nodes.length - 1; rank >= 0; rank--)
    first[rank] = Math.min(first[rank] ?? 0, first[rank + 1] ?? 0);
  const parts = countUp(repository.length).filter(
    (place) => isFilled(ownUsers, place) || isFilled(sets, place),
  );
  return { ...places, first, users: usersOf(false), ownUsers, parts };
}

/** Adds to uses by place what follows from them. */
export const usersFrom = (rows: Rows, into: Uint32Array, facts: Uint32Array): Users => ({
  ...rows,
  filled: filledRows(rows),
  into,
  facts: rows.values.map((use) => facts[use] ?? 0),
});

/** Moves the distinct values of a sorted array to its start. Returns them. */
function distinctOf(sorted: Float64Array): Float64Array {
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    const value = sorted[at] ?? 0;
    if (count > 0 && value === sorted[count - 1]) continue;
    sorted[count] = value;
    count += 1;
  }
  return sorted.subarray(0, count);
}

/** Returns the index of the first value that is not below `wanted`. */
function lowerBound(values: Float64Array, wanted: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
