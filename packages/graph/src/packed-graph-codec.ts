import { createHash } from "node:crypto";
import { linkGraph, type UseColumns, type PackedGraph } from "./packed-graph.ts";

/** "KNKG" in little-endian order. */
const MAGIC = 0x474b4e4b;
/** Increment when the layout changes. */
const VERSION = 3;
const WORD = 4;
const HEADER_WORDS = 3;
const COLUMNS = [
  "source",
  "target",
  "dependencyType",
  "versionConstraint",
  "confidence",
  "traits",
  "scope",
  "artifact",
] as const satisfies (keyof UseColumns)[];

interface Tables {
  nodes: readonly string[];
  paths: readonly string[];
  strings: readonly (string | null)[];
  useCount: number;
}

/**
 * Encodes a graph as little-endian 32-bit words: magic, version, byte length of the tables; the tables as JSON, padded
 * to a word; then the columns one after another. Equal graphs encode to equal bytes.
 */
export function encodeGraph({ nodes, paths, strings, uses }: PackedGraph): Uint8Array {
  const useCount = uses.source.length;
  const tables = new TextEncoder().encode(
    JSON.stringify({ nodes, paths, strings, useCount } satisfies Tables),
  );
  const columnsStart = startOfColumns(tables.length);
  const bytes = new Uint8Array(columnsStart + COLUMNS.length * useCount * WORD);
  new Uint32Array(bytes.buffer, 0, HEADER_WORDS).set([MAGIC, VERSION, tables.length]);
  bytes.set(tables, HEADER_WORDS * WORD);
  for (const [i, name] of COLUMNS.entries())
    new Uint32Array(bytes.buffer, columnsStart + i * useCount * WORD, useCount).set(uses[name]);
  return bytes;
}

/** Returns null if another version of this module encoded the graph. Throws if the bytes have another format or are truncated. */
export function decodeGraph(encoded: Uint8Array): PackedGraph | null {
  const { buffer } = new Uint8Array(encoded);
  if (buffer.byteLength < HEADER_WORDS * WORD) throw new Error("Not a packed graph.");
  const [magic, version, tablesLength = 0] = new Uint32Array(buffer, 0, HEADER_WORDS);
  if (magic !== MAGIC) throw new Error("Not a packed graph.");
  if (version !== VERSION) return null;
  const columnsStart = startOfColumns(tablesLength);
  if (columnsStart > buffer.byteLength) throw new Error("The packed graph is truncated.");
  const json = new TextDecoder().decode(new Uint8Array(buffer, HEADER_WORDS * WORD, tablesLength));
  const { nodes, paths, strings, useCount } = JSON.parse(json) as Tables;
  if (columnsStart + COLUMNS.length * useCount * WORD !== buffer.byteLength)
    throw new Error("The packed graph is truncated.");
  const column = (name: keyof UseColumns): Uint32Array =>
    new Uint32Array(buffer, columnsStart + COLUMNS.indexOf(name) * useCount * WORD, useCount);
  return linkGraph(nodes, paths, strings, {
    source: column("source"),
    target: column("target"),
    dependencyType: column("dependencyType"),
    versionConstraint: column("versionConstraint"),
    confidence: column("confidence"),
    traits: column("traits"),
    scope: column("scope"),
    artifact: column("artifact"),
  });
}

/** The SHA-256 of an encoded graph, used as its blob key. */
export const contentHash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const startOfColumns = (tablesLength: number): number =>
  HEADER_WORDS * WORD + Math.ceil(tablesLength / WORD) * WORD;
