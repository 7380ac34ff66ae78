/**
 * The file of a report: its JSON, and in the last line an index. The index has the packed graph and says where each list is, so that a
 * command parses only what it needs. It is bound to the text before it by a checksum: a report that was edited or written by another
 * program is parsed as a whole (ADR 33).
 */
import { createHash, type Hash } from "node:crypto";
import { encodeArtifactLevel, useArtifactLevel } from "@knockon/graph/impact/artifact-level-codec";
import { compareOrdinal } from "@knockon/graph/ordinal";
import type { PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { fieldTexts, printableJson } from "../output/format.ts";
import type { Report, ReportDeclaration } from "./report.ts";

/** Increment when the layout changes, or what the graph or its artifact level contain of a report. */
const VERSION = 3;

/** A field of a report. */
type Key = keyof Report;

interface Index {
  version: number;
  /** The bytes from the start to `timings`, which differ between scans of equal commits. */
  bytes: number;
  /** The SHA-256 of these bytes and the other fields of the index. */
  checksum: string;
  /** The first and the last byte, exclusive, of each value before `timings`. */
  fields: Partial<Record<Key, [start: number, end: number]>>;
  /** Base64 of the packed graph. */
  graph: string;
  /** Base64 of the artifact level of the graph. */
  level: string;
}

/** What the index line starts with. */
const INDEX = ` "index": `;
const END = "\n}\n";

/** Returns the texts that make up a report for `knockon scan --json`: those of `jsonTexts`, with an index in the last line. */
export function* reportTexts(report: Report, graph: PackedGraph): Generator<string> {
  const keys = (Object.keys(report) as Key[]).filter((key) => report[key] !== undefined);
  const hash = createHash("sha256");
  const fields: Index["fields"] = {};
  let bytes = 0;
  const hashed = (text: string): string => {
    hash.update(text);
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
    yield hashed(name);
    const start = bytes;
    for (const text of fieldTexts(report[key])) yield hashed(text);
    fields[key] = [start, bytes];
  }
  const index = {
    version: VERSION,
    bytes,
    fields,
    graph: toBase64(encodeGraph(graph)),
    level: toBase64(encodeArtifactLevel(graph)),
  };
  yield `,\n${INDEX}${JSON.stringify({ ...index, checksum: checksumOf(hash, index) })}${END}`;
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

function checksumOf(text: Hash, { version, bytes, fields, graph, level }: Omit<Index, "checksum">): string {
  const rest = JSON.stringify([version, bytes, fields, graph.length]);
  return text.update(rest).update(graph).update(level).digest("hex");
}

/** A report of which only the parts in use are parsed. */
export interface IndexedReport {
  /** Its lists are parsed on first access. */
  report: Report;
  graph: PackedGraph;
  /** Returns the declarations with one of the targets, in the order of the report. */
  declarationsTo: (targets: ReadonlySet<string>) => ReportDeclaration[];
}

/**
 * Opens a file that `reportTexts` wrote. Returns undefined if it has no index, or was changed since. The timings and warnings may be
 * changed.
 */
export function openIndexed(bytes: Buffer): IndexedReport | undefined {
  const opened = readIndex(bytes);
  if (!opened) return undefined;
  const { fields, graph, rest } = opened;
  const report = { ...rest } as Report;
  for (const [key, [start, end]] of Object.entries(fields)) {
    let parsed: { value: unknown } | undefined;
    const get = () => (parsed ??= { value: JSON.parse(bytes.toString("utf8", start, end)) }).value;
    Object.defineProperty(report, key, { enumerable: true, get });
  }
  return {
    report,
    graph,
    declarationsTo: latest((targets) => findDeclarations(bytes, fields.declarations ?? [0, 0], targets)),
  };
}

/** Keeps the latest result: a check looks up the declarations of its repository twice. */
function latest(find: IndexedReport["declarationsTo"]): IndexedReport["declarationsTo"] {
  let known: { targets: ReadonlySet<string>; found: ReportDeclaration[] } | undefined;
  return (targets) => {
    const isKnown = known?.targets.size === targets.size && targets.isSubsetOf(known.targets);
    if (!known || !isKnown) known = { targets, found: find(targets) };
    return known.found;
  };
}

function readIndex(bytes: Buffer) {
  const end = bytes.length - END.length;
  const start = bytes.lastIndexOf("\n", end - 1) + 1;
  const isIndex = bytes.toString("latin1", start, start + INDEX.length) === INDEX;
  if (!isIndex || bytes.toString("latin1", end) !== END) return undefined;
  try {
    const index = JSON.parse(bytes.toString("utf8", start + INDEX.length, end)) as Index;
    if (index.version !== VERSION) return undefined;
    const text = createHash("sha256").update(bytes.subarray(0, index.bytes));
    if (checksumOf(text, index) !== index.checksum) return undefined;
    const graph = decodeGraph(Buffer.from(index.graph, "base64"));
    if (graph) useArtifactLevel(graph, Buffer.from(index.level, "base64"));
    const rest = /^,\n(?<fields>[^]*),\n$/u.exec(bytes.toString("utf8", index.bytes, start))?.groups;
    return (
      graph && { fields: index.fields, graph, rest: JSON.parse(`{${rest?.["fields"]}}`) as Partial<Report> }
    );
  } catch {
    return undefined;
  }
}

const TARGET = '\n   "target_repository": "';
const OBJECT_START = "\n  {";
const OBJECT_END = "\n  }";
/** Searching a byte is faster than searching text. */
const LINE_FEED = 0x0a;

/** Parses the declarations with one of the targets. A string cannot contain such a line, because its quotes and line feeds are escaped. */
function findDeclarations(
  bytes: Buffer,
  [first, last]: [start: number, end: number],
  targets: ReadonlySet<string>,
): ReportDeclaration[] {
  const list = bytes.subarray(first, last);
  const wanted = new Set(Array.from(targets, writtenName));
  // A single name is looked up with its line.
  const needle = Buffer.from(wanted.size === 1 ? TARGET + [...wanted].join("") : TARGET, "latin1");
  const found: string[] = [];
  for (let at = list.indexOf(needle); at >= 0; at = list.indexOf(needle, at)) {
    const value = at + TARGET.length;
    at = list.indexOf(LINE_FEED, value);
    // With a comma, because another field follows.
    if (!wanted.has(list.toString("latin1", value, at - 1))) continue;
    const start = list.lastIndexOf(OBJECT_START, value);
    at = list.indexOf(OBJECT_END, value);
    found.push(list.toString("utf8", start, at + OBJECT_END.length));
  }
  return JSON.parse(`[${found.join(",")}]`) as ReportDeclaration[];
}

/** Returns the bytes of a name in the file, from its first letter to the closing quote. */
const writtenName = (name: string): string =>
  Buffer.from(printableJson(JSON.stringify(name)).slice(1)).toString("latin1");
