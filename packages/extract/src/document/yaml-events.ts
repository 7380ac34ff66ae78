import { EVENT_ID, getScalarValue, parseEvents, SCALAR_STYLE, type Event, type ScalarEvent } from "js-yaml";
import { checkDepth, MAX_DEPTH, NodeBudget, type DataNode, type MapEntry, type ScalarNode } from "./node.ts";
import { SyntaxProblem } from "../ecosystem.ts";

/**
 * Parses every document of a YAML stream. Returns undefined if the stream is invalid or an alias has no anchor: the
 * tolerant parser of `yaml.ts` finds out what is wrong. Throws SyntaxProblem if the stream has too many nodes.
 */
export function parseValidYaml(text: string): DataNode[] | undefined {
  const events = eventsOf(text);
  return events && new EventReader(text, events).readDocuments();
}

function eventsOf(text: string): Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch {
    return undefined;
  }
}

/** A node that aliases name. */
interface Anchored {
  /** Undefined within the node. */
  node?: DataNode;
  /** The number of nodes in it, with those that aliases repeat. */
  size: number;
}

class EventReader {
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #budget = new NodeBudget();
  readonly #anchors = new Map<string, Anchored>();
  #at = 0;
  /** Where the latest empty document starts. */
  #separator = -1;
  #hasUnknownAlias = false;
  /** The line of the latest position, and the offsets where it starts and where the next one does. */
  #line = 1;
  #lineStart = 0;
  #nextLine: number;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
    this.#nextLine = startOfNextLine(text, 0);
  }

  readDocuments(): DataNode[] | undefined {
    const documents: DataNode[] = [];
    while (this.#at < this.#events.length) {
      this.#at += 1;
      this.#anchors.clear();
      documents.push(this.#read(this.#lineOfSeparator(), 0));
      this.#at += 1;
    }
    return this.#hasUnknownAlias ? undefined : documents;
  }

  /** `lineAbove` is the line of an absent node: `key:` without a value. */
  #read(lineAbove: number, depth: number): DataNode {
    const event = this.#events[this.#at++];
    if (!this.#budget.take()) throw tooManyNodes();
    if (event?.type === EVENT_ID.SCALAR) {
      return this.#close(this.#open(event), this.#readScalar(event, lineAbove));
    }
    if (event?.type === EVENT_ID.ALIAS) return this.#follow(event, depth);
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) {
      throw new Error("The parser returned no node.");
    }
    const line = this.#lineOf(event.start);
    checkDepth(depth, line);
    const anchored = this.#open(event);
    const node: DataNode =
      event.type === EVENT_ID.MAPPING
        ? { kind: "map", line, entries: this.#readEntries(line, depth) }
        : { kind: "list", line, items: this.#readItems(line, depth) };
    this.#at += 1;
    return this.#close(anchored, node);
  }

  #isAtEnd(): boolean {
    return this.#events[this.#at]?.type === EVENT_ID.POP;
  }

  #readItems(line: number, depth: number): DataNode[] {
    const items: DataNode[] = [];
    while (!this.#isAtEnd()) items.push(this.#read(line, depth + 1));
    return items;
  }

  #readEntries(lineAbove: number, depth: number): MapEntry[] {
    const entries: MapEntry[] = [];
    while (!this.#isAtEnd()) {
      const key = this.#read(lineAbove, depth + 1);
      entries.push({
        key: key.kind === "scalar" ? key.text : "",
        line: key.line,
        value: this.#read(key.line, depth + 1),
      });
    }
    return withMerged(entries);
  }

  #readScalar(event: ScalarEvent, lineAbove: number): ScalarNode {
    const { style, valueStart, valueEnd } = event;
    if (valueStart < 0) return { kind: "scalar", line: lineAbove, text: "", comment: null };
    const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
    // The value of a block starts on the line below its head.
    const line = this.#lineOf(isBlock ? valueStart - 1 : valueStart);
    const text = event.fast ? this.#text.slice(valueStart, valueEnd) : getScalarValue(this.#text, event);
    const comment = isBlock
      ? commentIn(this.#text.slice(this.#lineStart, valueStart))
      : commentAt(this.#text, style === SCALAR_STYLE.PLAIN ? valueEnd : valueEnd + 1);
    return { kind: "scalar", line, text, comment };
  }

  #open({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }): Anchored | undefined {
    if (anchorStart < 0) return undefined;
    const anchored = { size: this.#budget.left };
    this.#anchors.set(this.#text.slice(anchorStart, anchorEnd), anchored);
    return anchored;
  }

  #close(anchored: Anchored | undefined, node: DataNode): DataNode {
    if (anchored) {
      anchored.node = node;
      anchored.size -= this.#budget.left;
    }
    return node;
  }

  /** Returns the target with the line of the alias, or an empty scalar for an alias inside its own target. */
  #follow({ anchorStart, anchorEnd }: { anchorStart: number; anchorEnd: number }, depth: number): DataNode {
    const line = this.#lineOf(anchorStart);
    const target = this.#anchors.get(this.#text.slice(anchorStart, anchorEnd));
    if (!target) this.#hasUnknownAlias = true;
    if (!target?.node) return { kind: "scalar", line, text: "", comment: null };
    if (!this.#budget.take(target.size)) throw tooManyNodes();
    checkDepth(depth + heightOf(target.node), line);
    return { ...target.node, line };
  }

  /** Returns the line of the next `---`, for an empty document, or 1. */
  #lineOfSeparator(): number {
    const next = this.#events[this.#at];
    if (next?.type !== EVENT_ID.SCALAR || next.valueStart >= 0) return 1;
    SEPARATOR.lastIndex = Math.max(this.#lineStart, this.#separator + 1);
    this.#separator = SEPARATOR.exec(this.#text)?.index ?? 0;
    return this.#lineOf(this.#separator);
  }

  /** Positions come in ascending order. */
  #lineOf(offset: number): number {
    while (this.#nextLine <= offset) {
      this.#line += 1;
      this.#lineStart = this.#nextLine;
      this.#nextLine = startOfNextLine(this.#text, this.#nextLine);
    }
    return this.#line;
  }
}

const tooManyNodes = (): SyntaxProblem => new SyntaxProblem("The document has too many nodes.", null);

function startOfNextLine(text: string, from: number): number {
  const newline = text.indexOf("\n", from);
  return newline === -1 ? Infinity : newline + 1;
}

const SEPARATOR = /^---/gm;

const COMMENT = /[ \t]*(?:,[ \t]+)?(?<=[ \t])#(.*)/y;

/** Returns the comment on the line of a value that ends at an offset. */
export function commentAt(text: string, offset: number): string | null {
  COMMENT.lastIndex = offset;
  return COMMENT.exec(text)?.[1]?.trim() || null;
}

/** Returns the comment in the head of a block scalar. */
const commentIn = (head: string): string | null => /[|>][-+\d]*[ \t]+#(.*)/.exec(head)?.[1]?.trim() || null;

/** Returns the number of levels below a node. */
function heightOf(node: DataNode): number {
  if (node.kind === "scalar") return 0;
  const children = node.kind === "list" ? node.items : node.entries.map(({ value }) => value);
  return children.reduce((height, child) => Math.max(height, 1 + heightOf(child)), 0);
}

/** Adds the entries of merged maps (`<<`). If several have a key, the first one wins. */
export function withMerged(own: MapEntry[]): MapEntry[] {
  if (!own.some(({ key }) => key === "<<")) return own;
  const merged = own.filter(({ key }) => key === "<<").flatMap(({ value }) => mergedEntries(value));
  if (merged.length === 0) return own;
  const keys = new Set(own.map(({ key }) => key));
  const inherited = merged.filter(({ key }) => !keys.has(key) && keys.add(key));
  return [...own.filter(({ key }) => key !== "<<"), ...inherited];
}

function mergedEntries(value: DataNode): MapEntry[] {
  if (value.kind === "map") return value.entries;
  return value.kind === "list" ? value.items.flatMap(mergedEntries) : [];
}
