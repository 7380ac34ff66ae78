import type { SourceFile } from "../source-file.ts";
import { isPunctuation, type Token } from "./python-tokens.ts";

/** A Python value that is known without running the program. */
export type PythonValue =
  | { kind: "text"; text: string; line: number; isMultiline: boolean }
  | { kind: "list"; items: PythonValue[] }
  | { kind: "map"; entries: { key: string; value: PythonValue }[] }
  /** A call, a condition or any other expression that is not evaluated. */
  | { kind: "unknown" };

const UNKNOWN: PythonValue = { kind: "unknown" };
/** Lists nest less deeply in any real `setup.py`. */
const MAX_DEPTH = 20;
/** Each line of a program can double a list or a string. */
const MAX_ITEMS = 10_000;
const MAX_TEXT = 100_000;

/** Reads expressions from tokens. Names have the value last passed to `assign`. */
export class PythonValues {
  readonly #tokens: readonly Token[];
  readonly #assigned = new Map<string, PythonValue>();
  readonly #closers: ReadonlyMap<number, number>;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#closers = matchingClosers(tokens);
  }

  /** Returns the index of the bracket that closes the one at `opening`. */
  closerOf(opening: number): number {
    return this.#closers.get(opening) ?? this.#tokens.length;
  }

  assign(name: string, value: PythonValue): void {
    this.#assigned.set(name, value);
  }

  /** Returns the comma-separated parts inside a bracket as ranges of tokens. */
  partsOf(opening: number): [number, number][] {
    const end = this.closerOf(opening);
    const parts: [number, number][] = [];
    let start = opening + 1;
    for (let at = start; at < end; at = this.#next(at)) {
      if (!isPunctuation(this.#tokens[at], ",")) continue;
      parts.push([start, at]);
      start = at + 1;
    }
    if (start < end) parts.push([start, end]);
    return parts;
  }

  /** Returns the end of the expression that starts here: operands joined by `+`. */
  endOfExpression(start: number): number {
    let at = start;
    for (;;) {
      if (at >= this.#tokens.length) return at;
      const isString = this.#tokens[at]?.kind === "string";
      at = this.#next(at);
      const next = this.#tokens[at];
      if (isString && next?.kind === "string") continue;
      if (isPunctuation(next, "+")) at += 1;
      else if (next?.kind === "punctuation" && /^[.%([]$/.test(next.text)) continue;
      else return at;
    }
  }

  read(start: number, end: number, depth = 0): PythonValue {
    if (depth > MAX_DEPTH) return UNKNOWN;
    const operands = this.#operands(start, end);
    const values = operands.map(([from, to]) => this.#operand(from, to, depth));
    const [first = UNKNOWN] = values;
    if (values.length === 1) return first;
    if (values.every((value) => value.kind === "list"))
      return { kind: "list", items: values.flatMap((value) => value.items).slice(0, MAX_ITEMS) };
    if (first.kind !== "text") return UNKNOWN;
    const text = values.map((value, i) => textOrPlaceholder(value, this.#tokens[operands[i]?.[0] ?? 0]));
    return { kind: "text", text: text.join("").slice(0, MAX_TEXT), line: first.line, isMultiline: false };
  }

  #operand(start: number, end: number, depth: number): PythonValue {
    const token = this.#tokens[start];
    if (!token) return UNKNOWN;
    if (token.kind === "string") return this.#text(start, end);
    if (token.kind === "name") {
      return end === start + 1 ? (this.#assigned.get(token.text) ?? UNKNOWN) : UNKNOWN;
    }
    if (this.closerOf(start) !== end - 1) return UNKNOWN;
    if (token.text === "{") return this.#map(start, depth);
    const parts = this.partsOf(start);
    const [only] = parts;
    const isGroup = token.text === "(" && parts.length === 1 && !isPunctuation(this.#tokens[end - 2], ",");
    if (isGroup && only) return this.read(...only, depth + 1);
    return { kind: "list", items: parts.map(([from, to]) => this.read(from, to, depth + 1)) };
  }

  #map(opening: number, depth: number): PythonValue {
    const entries = this.partsOf(opening).flatMap(([from, to]) => {
      let colon = from;
      while (colon < to && !isPunctuation(this.#tokens[colon], ":")) colon = this.#next(colon);
      const key = this.read(from, colon, depth + 1);
      if (colon >= to) return [];
      const value = this.read(colon + 1, to, depth + 1);
      return [{ key: key.kind === "text" ? key.text : "", value }];
    });
    return { kind: "map", entries };
  }

  /** Joins adjacent strings. A formatted value is its text, or its name in braces if unknown. */
  #text(start: number, end: number): PythonValue {
    const parts: string[] = [];
    let at = start;
    for (; at < end; at += 1) {
      const token = this.#tokens[at];
      if (token?.kind !== "string") break;
      parts.push(token.isFormat ? this.#formatted(token.text) : token.text);
    }
    const first = this.#tokens[start];
    const isMultiline = at === start + 1 && first?.kind === "string" && first.isMultiline;
    // `"a==%s" % x` and `"a=={}".format(x)` have placeholders with an unknown value.
    const text = at < end ? parts.join("").replace(/\{\d*\}/g, "{format}") : parts.join("");
    return { kind: "text", text, line: first?.line ?? 1, isMultiline };
  }

  #formatted(text: string): string {
    return text.replace(/\{(?<name>[A-Za-z_]\w*)\}/g, (written, name: string) => {
      const value = this.#assigned.get(name);
      return value?.kind === "text" && value.text.length < 200 ? value.text : written;
    });
  }

  #operands(start: number, end: number): [number, number][] {
    const operands: [number, number][] = [];
    let from = start;
    for (let at = start; at < end; at = this.#next(at)) {
      if (!isPunctuation(this.#tokens[at], "+")) continue;
      operands.push([from, at]);
      from = at + 1;
    }
    return [...operands, [from, end]];
  }

  /** Returns the index after a token, or after the whole bracket that it opens. */
  #next(at: number): number {
    return (this.#closers.get(at) ?? at) + 1;
  }
}

const textOrPlaceholder = (value: PythonValue, token: Token | undefined): string =>
  value.kind === "text" ? value.text : `{${token?.kind === "name" ? token.text : "code"}}`;

function matchingClosers(tokens: readonly Token[]): Map<number, number> {
  const closers = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "punctuation") continue;
    if (/^[([{]$/.test(token.text)) open.push(index);
    else if (/^[)\]}]$/.test(token.text)) closers.set(open.pop() ?? -1, index);
  }
  return closers;
}

const TOP_ASSIGNMENT = /^(?<name>[A-Za-z_]\w*)[ \t]*=(?!=)/gm;

/** Returns the indexes of names that are assigned only once in the file, at the top level. */
export function constantsOf(file: SourceFile, tokens: readonly Token[]): ReadonlySet<number> {
  const topLines = new Set([...file.text.matchAll(TOP_ASSIGNMENT)].map(({ index }) => file.lineAt(index)));
  const places = new Map<string, number[]>();
  for (const at of bindingPlaces(tokens)) {
    const name = tokens[at]?.text ?? "";
    const known = places.get(name);
    if (known) known.push(at);
    else places.set(name, [at]);
  }
  const single = [...places.values()].flatMap((each) => (each.length === 1 ? each : []));
  return new Set(
    single.filter((at) => isPunctuation(tokens[at + 1], "=") && topLines.has(tokens[at]?.line ?? 0)),
  );
}

/** Returns the indexes of names that are assigned, parameters of functions, or loop variables. */
function bindingPlaces(tokens: readonly Token[]): number[] {
  const places: number[] = [];
  let depth = 0;
  let isParameter = false;
  let isLoop = false;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "punctuation" && /^[([{]$/.test(text)) {
      depth += 1;
      isParameter ||= tokens[at - 2]?.text === "def";
    } else if (kind === "punctuation" && /^[)\]}]$/.test(text)) {
      depth -= 1;
      isParameter &&= depth > 0;
    } else if (kind === "name") {
      if (text === "for") isLoop = true;
      else if (text === "in") isLoop = false;
      else if (isLoop || isParameter || (depth === 0 && isAssigned(tokens, at))) places.push(at);
    }
  }
  return places;
}

const isAssigned = (tokens: readonly Token[], at: number): boolean =>
  isPunctuation(tokens[at + 1], "=") ||
  (isPunctuation(tokens[at + 1], "+") && isPunctuation(tokens[at + 2], "="));
