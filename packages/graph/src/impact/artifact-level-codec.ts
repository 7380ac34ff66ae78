import type { PackedGraph } from "../packed-graph.ts";
import { artifactLevel, keepArtifactLevel, usersFrom, type ArtifactLevel } from "./artifact-graph.ts";
import { factsOf, keepFacts } from "./use-traits.ts";

/** The columns from which the level is restored, in their order in the bytes. */
const columnsOf = (
  { repository, first, artifact, text, parts, users, ownUsers, sets }: ArtifactLevel,
  facts: Uint32Array,
): Uint32Array[] => [
  facts,
  repository,
  first,
  artifact,
  text,
  parts,
  ...[users, ownUsers].flatMap(({ offsets, values, into }) => [offsets, values, into]),
  sets.offsets,
  sets.values,
];

/**
 * Encodes the artifact level of a graph as little-endian 32-bit words: each column with its length before it. Deriving the level takes
 * longer than reading it.
 */
export function encodeArtifactLevel(graph: PackedGraph): Uint8Array {
  const columns = columnsOf(artifactLevel(graph), factsOf(graph));
  const words = new Uint32Array(columns.reduce((total, column) => total + 1 + column.length, 0));
  let at = 0;
  for (const column of columns) {
    words[at] = column.length;
    words.set(column, at + 1);
    at += 1 + column.length;
  }
  return new Uint8Array(words.buffer);
}

/** Restores the level of a graph from `encodeArtifactLevel` of an equal graph. Does not validate the bytes. */
export function useArtifactLevel(graph: PackedGraph, encoded: Uint8Array): void {
  const words = new Uint32Array(new Uint8Array(encoded).buffer);
  let at = 0;
  const next = (): Uint32Array => {
    const start = at + 1;
    at = start + (words[at] ?? 0);
    return words.subarray(start, at);
  };
  const [facts, repository, first, artifact, text, parts] = [next(), next(), next(), next(), next(), next()];
  const users = (): ArtifactLevel["users"] => usersFrom({ offsets: next(), values: next() }, next(), facts);
  keepFacts(graph, facts);
  keepArtifactLevel(graph, {
    repository,
    first,
    artifact,
    text,
    parts,
    users: users(),
    ownUsers: users(),
    sets: { offsets: next(), values: next() },
  });
}
