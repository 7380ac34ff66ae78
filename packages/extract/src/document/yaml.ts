import { isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments, visit } from "yaml";
import type { Alias, Document, Node, Pair, Scalar, YAMLParseError } from "yaml";
import { SyntaxProblem } from "../ecosystem.ts";
import {
  guardDepth,
  NodeBudget,
  checkDepth,
  tooDeep,
  type DataNode,
  type MapEntry,
  type ScalarNode,
} from "./node.ts";
import { commentAt, parseValidYaml, withMerged } from "./yaml-events.ts";
import { repairYaml, type SkippedPart } from "./yaml-recovery.ts";

/**
 * Parses every document of a YAML stream. Scalars stay text (failsafe schema), unknown tags (`!reference`, `!Sub`) are
 * ignored, aliases and merge keys are resolved. Throws SyntaxProblem.
 */
export function parseYaml(text: string): DataNode[] {
  checkBrackets(text);
  const valid = parseValidYaml(text);
  if (valid) return valid;
  const { documents, lineCounter } = parseDocuments(text);
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) throw problemOf(error, lineCounter);
  return convertDocuments(text, documents, lineCounter, undefined);
}

/** The documents of a YAML text, as far as they are valid. */
export interface ReadableYaml {
  documents: DataNode[];
  /** In the order of the lines. */
  skipped: SkippedPart[];
}

/**
 * Parses like `parseYaml`, but leaves out blocks that are invalid, and aliases without an anchor. Throws SyntaxProblem if
 * nothing else remains or the text exceeds a limit.
 */
export function parseReadableYaml(text: string): ReadableYaml {
  checkBrackets(text);
  const documents = parseValidYaml(text);
  return documents ? { documents, skipped: [] } : parseTolerantly(text);
}

/** Parses with the library that continues after a mistake. For a valid text, the result is the same, but takes 15 times as long. */
export function parseTolerantly(text: string): ReadableYaml {
  const parsed = parseDocuments(text);
  const { documents, lineCounter } = parsed;
  const error = documents.flatMap(({ errors }) => errors)[0];
  const skipped: SkippedPart[] = [];
  if (!error) return { documents: convertDocuments(text, documents, lineCounter, skipped), skipped };
  if (ALIAS_KEY.test(text)) return parseReadableYaml(text.replaceAll(ALIAS_KEY, "$1 :"));
  const repaired = repairYaml(text, (changed) => (changed === text ? parsed : parseDocuments(changed)));
  if (!repaired) throw problemOf(error, lineCounter);
  skipped.push(...repaired.skipped);
  const valid = repaired.parsed;
  const converted = convertDocuments(repaired.text, valid.documents, valid.lineCounter, skipped);
  return { documents: converted, skipped: skipped.toSorted((a, b) => a.line - b.line) };
}

/** An alias as a key. In YAML 1.2, its name contains the colon, but GitHub, PyYAML and Go end it before. */
const ALIAS_KEY = /^([ \t]*(?:-[ \t]+)?\*[\w-]+):(?=\s|$)/gm;

function parseDocuments(text: string): { documents: Document[]; lineCounter: LineCounter } {
  const lineCounter = new LineCounter();
  const documents = guardDepth(() =>
    withoutStacks(() =>
      parseAllDocuments(text, {
        lineCounter,
        schema: "failsafe",
        uniqueKeys: false,
        logLevel: "silent",
        prettyErrors: false,
      }),
    ),
  );
  return { documents: [...documents], lineCounter };
}

/** As many brackets that open one after the other on a line are damage, for which the parser needs a second. */
const MAX_OPEN_BRACKETS = 1000;

/** Throws a SyntaxProblem if a line opens too many brackets without closing any. A quote ends the search: a text may have any. */
function checkBrackets(text: string): void {
  if (text.length < MAX_OPEN_BRACKETS) return;
  let line = 1;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) {
      line += 1;
      open = 0;
    } else if (code === 0x5b || code === 0x7b) {
      open += 1;
      if (open > MAX_OPEN_BRACKETS) throw tooDeep(line);
    } else if (code === 0x5d || code === 0x7d) open = 0;
    else if (code === 0x22 || code === 0x27) {
      const end = text.indexOf("\n", at);
      if (end === -1) return;
      at = end - 1;
    }
  }
}

function problemOf(error: YAMLParseError, lineCounter: LineCounter): SyntaxProblem {
  const { line } = lineCounter.linePos(error.pos[0]);
  return error.code === "RESOURCE_EXHAUSTION" ? tooDeep(line) : new SyntaxProblem(error.message, line);
}

/** Adds aliases without an anchor to `skipped`. Throws SyntaxProblem for them if it is absent. */
function convertDocuments(
  text: string,
  documents: readonly Document[],
  lineCounter: LineCounter,
  skipped: SkippedPart[] | undefined,
): DataNode[] {
  const budget = new NodeBudget();
  return documents.map((document) =>
    guardDepth(() => new Converter(text, document, lineCounter, budget, skipped).convertDocument()),
  );
}

/** The parser creates an Error for each mistake. Capturing their stacks would take longer than parsing. */
function withoutStacks<T>(parse: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

class Converter {
  readonly #text: string;
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #budget: NodeBudget;
  readonly #targets: ReadonlyMap<Alias, Node>;
  readonly #open = new Set<Node>();
  readonly #skipped: SkippedPart[] | undefined;

  constructor(
    text: string,
    document: Document,
    lines: LineCounter,
    budget: NodeBudget,
    skipped: SkippedPart[] | undefined,
  ) {
    this.#text = text;
    this.#document = document;
    this.#lines = lines;
    this.#budget = budget;
    this.#skipped = skipped;
    this.#targets = text.includes("&") ? aliasTargets(document) : new Map();
  }

  convertDocument(): DataNode {
    return this.#convert(this.#document.contents, 1, 0);
  }

  /** `lineAbove` is the line of an absent node: `key:` without a value. */
  #convert(node: unknown, lineAbove: number, depth: number): DataNode {
    const line = this.#lineOf(node, lineAbove);
    if (!this.#budget.take()) throw new SyntaxProblem("The document has too many nodes.", null);
    checkDepth(depth, line);
    if (isAlias(node)) return this.#follow(node, line, depth);
    if (isMap(node)) return { kind: "map", line, entries: this.#entries(node.items, line, depth) };
    if (isSeq(node)) {
      const items = node.items.map((item) => this.#convert(item, line, depth + 1));
      return { kind: "list", line, items };
    }
    return isScalar(node) ? this.#scalar(node, line) : emptyScalar(line);
  }

  #scalar(node: Scalar, line: number): ScalarNode {
    const text = typeof node.value === "string" ? node.value : (node.source ?? "");
    return { kind: "scalar", line, text, comment: this.#commentOf(node) };
  }

  /** Returns the comment on the line of the scalar. The parser also attaches comments of the lines below. */
  #commentOf(node: Scalar): string | null {
    if (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL") return node.comment?.trim() || null;
    return commentAt(this.#text, node.range?.[1] ?? this.#text.length);
  }

  /** Returns the target with the line of the alias, or an empty scalar for an alias inside its own target. */
  #follow(alias: Alias, line: number, depth: number): DataNode {
    const target = this.#targets.get(alias);
    if (!target) {
      const message = `Unknown anchor *${alias.source}.`;
      if (!this.#skipped) throw new SyntaxProblem(message, line);
      this.#skipped.push({ line, from: line, to: line, message });
      return emptyScalar(line);
    }
    if (this.#open.has(target)) return emptyScalar(line);
    this.#open.add(target);
    const node = this.#convert(target, line, depth);
    this.#open.delete(target);
    return { ...node, line };
  }

  #entries(pairs: readonly Pair[], lineAbove: number, depth: number): MapEntry[] {
    const own = pairs.map((pair) => {
      const line = this.#lineOf(pair.key, lineAbove);
      return { key: this.#keyOf(pair.key), line, value: this.#convert(pair.value, line, depth + 1) };
    });
    return withMerged(own);
  }

  /** Returns an empty string for a key that is not a scalar. */
  #keyOf(key: unknown): string {
    const node = isAlias(key) ? this.#targets.get(key) : key;
    return isScalar(node) && typeof node.value === "string" ? node.value : "";
  }

  #lineOf(node: unknown, lineAbove: number): number {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? this.#lines.linePos(range[0]).line : lineAbove;
  }
}

const emptyScalar = (line: number): ScalarNode => ({ kind: "scalar", line, text: "", comment: null });

/** Returns the target of every alias: the latest anchor of its name above it. Takes one pass for all aliases. */
function aliasTargets(document: Document): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node(_, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
        return;
      }
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
    },
  });
  return targets;
}
