/**
 * The file of a report: its JSON, and in the last line an index. The index has the packed graph and says where each list is, so that a
 * command parses only what it needs. It is bound to the text before it by a checksum: a report that was edited or written by another
 * program is parsed as a whole (ADR 33).
 */
import { crc32 } from "node:zlib";
import { encodeArtifactLevel, useArtifactLevel } from "@knockon/graph/impact/artifact-level-codec";
import { compareOrdinal } from "@knockon/graph/ordinal";
import { findNode, type PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { fieldTexts } from "../output/format.ts";
import type { Report, ReportDeclaration } from "./report.ts";

/** Increment when the layout changes, or what the graph or its artifact level contain of a report. */
const VERSION = 5;

/** A field of a report. */
type Key = keyof Report;

interface Index {
  version: number;
  /** The bytes from the start to `timings`, which differ between scans of equal commits. */
  bytes: number;
  /** The CRC-32 of these bytes and the other fields of the index. */
  checksum: number;
  /** The first and the last byte, exclusive, of each value before `timings`. */
  fields: Partial<Record<Key, [start: number, end: number]>>;
  /** Base64 of the packed graph. */
  graph: string;
  /** Base64 of the artifact level of the graph. */
  level: string;
  /**
   * Base64 of 32-bit words, three for each declaration with a target, in the order of the report: the node of the target in the graph,
   * the first and the last byte, exclusive.
   */
  uses: string;
}

/** What the index line starts with. */
const INDEX = ` "index": `;
const END = "\n}\n";

/** Returns the texts that make up a report for `knockon scan --json`: those of `jsonTexts`, with an index in the last line. */
export function* reportTexts(report: Report, graph: PackedGraph): Generator<string> {
  const keys = (Object.keys(report) as Key[]).filter((key) => report[key] !== undefined);
  const fields: Index["fields"] = {};
  const uses: number[] = [];
  const declarations = report.declarations.values();
  let bytes = 0;
  let checksum = 0;
  const counted = (text: string): string => {
    checksum = crc32(text, checksum);
    bytes += Buffer.byteLength(text);
    return text;
  };
  for (const [at, key] of keys.toSorted(compareOrdinal).entries()) {
    const name = `${at === 0 ? "{" : ","}\n ${JSON.stringify(key)}: `;
    if (key >= "timings") {
      yield name;
      yield* fieldTexts(report[key]);
      continue;
    }
    yield counted(name);
    const start = bytes;
    for (const text of fieldTexts(report[key])) {
      if (key === "declarations") uses.push(...findUses(text, bytes, declarations, graph));
      yield counted(text);
    }
    fields[key] = [start, bytes];
  }
  const index = {
    version: VERSION,
    bytes,
    fields,
    graph: toBase64(encodeGraph(graph)),
    level: toBase64(encodeArtifactLevel(graph)),
    uses: toBase64(new Uint8Array(Uint32Array.from(uses).buffer)),
  };
  yield `,\n${INDEX}${JSON.stringify({ ...index, checksum: checksumOf(checksum, index) })}${END}`;
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

/** The end of an item of a list. JSON contains line feeds only between its parts, and deeper ends are indented further. */
const ITEM_END = "\n  }";

/** Returns the words of `uses` for a text with whole declarations, which starts at a byte of the file. */
function findUses(
  text: string,
  start: number,
  declarations: Iterator<ReportDeclaration, undefined>,
  graph: PackedGraph,
): number[] {
  const words: number[] = [];
  let at = start;
  for (const item of text.split(ITEM_END).slice(0, -1)) {
    const end = at + Buffer.byteLength(item) + ITEM_END.length;
    const target = findNode(graph, declarations.next().value?.target_repository ?? "");
    if (target !== undefined) words.push(target, at + item.indexOf("{"), end);
    at = end;
  }
  return words;
}

function checksumOf(
  ofText: number,
  { version, bytes, fields, graph, level, uses }: Omit<Index, "checksum">,
): number {
  const rest = JSON.stringify([version, bytes, fields, graph.length, level.length]);
  return [rest, graph, level, uses].reduce((checksum, part) => crc32(part, checksum), ofText);
}

/** A report of which only the parts in use are parsed. */
export interface IndexedReport {
  /** Its lists are parsed on first access. */
  report: Report;
  graph: PackedGraph;
  /** Returns the declarations with a target, in the order of the report. They are parsed on first access. */
  declarationsTo: (target: string) => readonly ReportDeclaration[];
}

/**
 * Opens a file that `reportTexts` wrote. Returns undefined if it has no index, or was changed since. The timings and warnings may be
 * changed.
 */
export function openIndexed(bytes: Buffer): IndexedReport | undefined {
  const opened = readIndex(bytes);
  if (!opened) return undefined;
  const { fields, graph, uses, rest } = opened;
  const report = { ...rest } as Report;
  for (const [key, [start, end]] of Object.entries(fields)) {
    let parsed: { value: unknown } | undefined;
    const get = () => (parsed ??= { value: JSON.parse(bytes.toString("utf8", start, end)) }).value;
    Object.defineProperty(report, key, { enumerable: true, get });
  }
  const known = new Map<string, ReportDeclaration[]>();
  const declarationsTo = (target: string): ReportDeclaration[] => {
    const found = known.get(target) ?? readDeclarations(bytes, uses, findNode(graph, target));
    known.set(target, found);
    return found;
  };
  return { report, graph, declarationsTo };
}

function readIndex(bytes: Buffer) {
  const end = bytes.length - END.length;
  const start = bytes.lastIndexOf("\n", end - 1) + 1;
  const isIndex = bytes.toString("latin1", start, start + INDEX.length) === INDEX;
  if (!isIndex || bytes.toString("latin1", end) !== END) return undefined;
  try {
    const index = JSON.parse(bytes.toString("utf8", start + INDEX.length, end)) as Index;
    if (index.version !== VERSION) return undefined;
    const checksum = checksumOf(crc32(bytes.subarray(0, index.bytes)), index);
    if (checksum !== index.checksum) return undefined;
    const graph = decodeGraph(Buffer.from(index.graph, "base64"));
    if (graph) useArtifactLevel(graph, Buffer.from(index.level, "base64"));
    const uses = new Uint32Array(new Uint8Array(Buffer.from(index.uses, "base64")).buffer);
    const rest = /^,\n(?<fields>[^]*),\n$/u.exec(bytes.toString("utf8", index.bytes, start))?.groups;
    return (
      graph && {
        fields: index.fields,
        graph,
        uses,
        rest: JSON.parse(`{${rest?.["fields"]}}`) as Partial<Report>,
      }
    );
  } catch {
    return undefined;
  }
}

/** Parses the declarations with a target. */
function readDeclarations(bytes: Buffer, uses: Uint32Array, target: number | undefined): ReportDeclaration[] {
  const found: string[] = [];
  for (let at = 0; at < uses.length; at += 3) {
    if (uses[at] === target) found.push(bytes.toString("utf8", uses[at + 1], uses[at + 2]));
  }
  return JSON.parse(`[${found.join(",")}]`) as ReportDeclaration[];
}
