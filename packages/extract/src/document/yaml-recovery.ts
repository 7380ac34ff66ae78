import { isCollection, isScalar, visit } from "yaml";
import type { Document, LineCounter } from "yaml";

/** A part of a YAML text that was left out because it is invalid. */
export interface SkippedPart {
  /** The 1-based line where the parser found the mistake. */
  line: number;
  /** 1-based, inclusive. */
  from: number;
  to: number;
  /** The parser's message. */
  message: string;
}

interface ParsedYaml {
  documents: readonly Document[];
  lineCounter: LineCounter;
}

/** Bounds the work: a text is parsed once per change. The second bound is in characters of all these texts. */
const MAX_CHANGES = 40;
const MAX_PARSED = 150_000;
/** A text with more mistakes is not YAML. */
const MAX_ERRORS = 200;

/**
 * Makes a YAML text valid: indents the lines of values that other parsers accept as they are, and replaces invalid blocks
 * by empty lines, the smallest first. Lines keep their numbers. Returns undefined if nothing valid remains.
 */
export function repairYaml<Parsed extends ParsedYaml>(
  text: string,
  parse: (text: string) => Parsed,
): { text: string; parsed: Parsed; skipped: SkippedPart[] } | undefined {
  let current = text;
  const skipped: SkippedPart[] = [];
  const limit = Math.min(MAX_CHANGES, Math.floor(MAX_PARSED / (text.length + 1)));
  for (let change = 0; change <= limit; change += 1) {
    const parsed = parse(current);
    const { documents, lineCounter } = parsed;
    const document = documents.find(({ errors }) => errors.length > 0);
    const [error] = document?.errors ?? [];
    if (!document || !error) return hasContent(current) ? { text: current, parsed, skipped } : undefined;
    const errors = documents.reduce((count, each) => count + each.errors.length, 0);
    if (error.code === "RESOURCE_EXHAUSTION" || errors > MAX_ERRORS) return undefined;
    const indented = indentValue(current, document, error.pos[0]);
    if (indented !== undefined) {
      current = indented;
      continue;
    }
    const lines = current.split("\n");
    let errorLine = Math.min(lineCounter.linePos(error.pos[0]).line, lines.length) - 1;
    // A value without an end is only noticed at the next separator.
    if (SEPARATOR.test(lines[errorLine] ?? "") && errorLine > 0) errorLine -= 1;
    const block =
      invalidBlock(lines, errorLine, change > limit / 2) ??
      (documents.length > 1 ? documentAt(lines, errorLine) : undefined);
    if (!block) return undefined;
    for (let at = block.from; at <= block.to; at++) lines[at] = "";
    addPart(skipped, { line: errorLine + 1, from: block.from + 1, to: block.to + 1, message: error.message });
    current = lines.join("\n");
  }
  return undefined;
}

/** Extends the latest part if both are adjacent: a block that is left out is often the rest of another. */
function addPart(skipped: SkippedPart[], part: SkippedPart): void {
  const latest = skipped.at(-1);
  if (!latest || part.from > latest.to + 1 || part.to < latest.from - 1) {
    skipped.push(part);
    return;
  }
  latest.from = Math.min(latest.from, part.from);
  latest.to = Math.max(latest.to, part.to);
}

/** Whether a text has lines other than comments and document separators. */
const hasContent = (text: string): boolean => /^(?!---|\.\.\.|%)[ \t]*[^\s#]/m.test(text);

/** A quoted value or flow collection of more lines is more likely to lack its end. */
const MAX_VALUE_LINES = 100;

/**
 * PyYAML and others accept quoted values and flow collections whose further lines are not indented. Returns the text with
 * those of the value that ends before `end` indented, which does not change the value, or undefined if there is none.
 */
function indentValue(text: string, document: Document, end: number): string | undefined {
  const start = valueStart(document, end);
  if (start === undefined) return undefined;
  const close =
    text[start] === "[" || text[start] === "{" ? closingBracket(text, start) : closingQuote(text, start);
  if (close === undefined) return undefined;
  const column = start - text.lastIndexOf("\n", start) - 1;
  const lines = text.slice(start, close).split("\n");
  if (lines.length < 2 || lines.length > MAX_VALUE_LINES) return undefined;
  const [first, ...more] = lines;
  if (more.some((line) => /^(?:---|\.\.\.)(?:\s|$)/.test(line))) return undefined;
  const isIndented = more.every((line) => line.trim() === "" || indentOf(line) > column);
  if (isIndented) return undefined;
  const padding = " ".repeat(column + 1);
  return [text.slice(0, start), first, ...more.map((line) => `\n${padding}${line}`), text.slice(close)].join(
    "",
  );
}

/** Returns where the innermost quoted value or flow collection starts that the parser ended at an offset. */
function valueStart(document: Document, end: number): number | undefined {
  let found: number | undefined;
  visit(document, {
    Node(_, node) {
      const [start, valueEnd] = node.range ?? [];
      if (start === undefined || valueEnd === undefined || start >= end) return;
      // Before CRLF, the parser ends a value up to two characters early.
      const isCut = valueEnd >= end - 2;
      const isQuoted = isScalar(node) && (node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE");
      if ((isQuoted || (isCollection(node) && node.flow === true)) && isCut) found = start;
    },
  });
  return found;
}

/** Returns the offset of the quote that ends the value at `start`. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\" && quote === '"') at += 1;
    else if (text[at] === quote && quote === "'" && text[at + 1] === "'") at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}

/** Returns the offset of the bracket that ends the collection at `start`. */
function closingBracket(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    const isAfterSpace = /[\s[{,:]/.test(text[at - 1] ?? " ");
    if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    else if ((char === '"' || char === "'") && isAfterSpace) at = closingQuote(text, at) ?? text.length;
    else if (char === "#" && isAfterSpace) at = endOfLine(text, at);
    if (depth === 0) return at;
  }
  return undefined;
}

const endOfLine = (text: string, at: number): number => {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline;
};

const indentOf = (line: string): number => line.length - line.trimStart().length;

const isBlank = (line: string): boolean => line.trim() === "";

const isItem = (line: string): boolean => /^[ ]*-(?:[ ]|\r?$)/.test(line);

const SEPARATOR = /^(?:---|\.\.\.)(?:\s|$)/;

/**
 * Returns the indices of the lines to leave out for an error on a line: the line and what is nested in it. If that line is
 * already empty or `isLarge`, returns the whole entry of the root map that contains it.
 */
function invalidBlock(
  lines: readonly string[],
  errorLine: number,
  isLarge: boolean,
): { from: number; to: number } | undefined {
  const line = lines[errorLine] ?? "";
  const isUsable = !isLarge && !isBlank(line) && !SEPARATOR.test(line);
  const from = isUsable ? errorLine : rootLine(lines, errorLine);
  return from === undefined ? undefined : { from, to: endOfBlock(lines, from) };
}

/** Returns the nearest line above that is not indented, or undefined if there is none in this document. */
function rootLine(lines: readonly string[], at: number): number | undefined {
  for (let index = at; index >= 0; index--) {
    const line = lines[index] ?? "";
    if (SEPARATOR.test(line)) return undefined;
    if (!isBlank(line) && !/^[ \t#]/.test(line)) return index;
  }
  return undefined;
}

/** Returns the lines between the separators around a line, or undefined if they are empty. */
function documentAt(lines: readonly string[], at: number): { from: number; to: number } | undefined {
  const isSeparator = (line: string): boolean => SEPARATOR.test(line);
  const from = lines.slice(0, at).findLastIndex(isSeparator) + 1;
  const next = lines.slice(at + 1).findIndex(isSeparator);
  const to = next === -1 ? lines.length - 1 : at + next;
  return lines.slice(from, to + 1).every(isBlank) ? undefined : { from, to };
}

/** Items of a list may have the same indentation as the key of the list. */
function endOfBlock(lines: readonly string[], from: number): number {
  const first = lines[from] ?? "";
  const indent = indentOf(first);
  let to = from;
  for (let index = from + 1; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (isBlank(line)) continue;
    if (SEPARATOR.test(line)) break;
    const isNested = indentOf(line) > indent || (indentOf(line) === indent && isItem(line) && !isItem(first));
    if (!isNested) break;
    to = index;
  }
  return to;
}
