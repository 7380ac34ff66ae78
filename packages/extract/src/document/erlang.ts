import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { checkDepth } from "./node.ts";
import { Scanner } from "./scanner.ts";

/** A term of Erlang. A string can also be a binary: `<<"kit">>`. `other` is a number, a variable or an expression. */
export type ErlangTerm =
  | { kind: "atom" | "string" | "other"; text: string; line: number }
  | { kind: "tuple" | "list"; items: ErlangTerm[]; line: number };

const BLANK = /(?:\s|%[^\n]*)+/y;
const ATOM = /[a-z][\w@]*|'(?:[^'\\\n]|\\[^\n])*'/y;
const STRING = /"(?:[^"\\]|\\[^])*"/y;
const BINARY = /<<\s*"(?<text>(?:[^"\\]|\\[^])*)"(?:\s*\/\s*\w+)?\s*>>/y;
const OTHER = /\$(?:\\?[^])|[^\s"'%,{}[\]()]/y;
const CLOSING: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

/** Reads the terms of a file such as `rebar.config`: `{deps, [{kit, "1.0"}]}.` Throws SyntaxProblem. */
export function parseErlangTerms(file: SourceFile): ErlangTerm[] {
  const scanner = new Scanner(file);
  const terms: ErlangTerm[] = [];
  while (!scanner.ended) terms.push(...readItems(scanner, "", 0, scanner.line));
  return terms;
}

/** Reads up to the closing bracket, or without an opening one up to a `.` or the end of the file. */
function readItems(scanner: Scanner, opening: string, depth: number, line: number): ErlangTerm[] {
  checkDepth(depth, line);
  const items: ErlangTerm[] = [];
  let part: ErlangTerm[] = [];
  const endPart = (): void => {
    const [term, ...others] = part;
    if (term) items.push(others.length === 0 ? term : { kind: "other", text: "", line: term.line });
    part = [];
  };
  for (;;) {
    scanner.skip(BLANK);
    const closing = opening === "" ? "." : CLOSING[opening];
    if (scanner.skip(closing ?? "") || (opening === "" && scanner.ended)) break;
    if (scanner.ended) throw new SyntaxProblem(`Unclosed "${opening}".`, line);
    if (scanner.skip(",")) endPart();
    else part.push(readTerm(scanner, depth));
  }
  endPart();
  return items;
}

function readTerm(scanner: Scanner, depth: number): ErlangTerm {
  const { line } = scanner;
  const opening = scanner.take(/[{[(]/y);
  if (opening !== undefined) {
    const items = readItems(scanner, opening, depth + 1, line);
    return opening === "("
      ? { kind: "other", text: "", line }
      : { kind: opening === "{" ? "tuple" : "list", items, line };
  }
  const atom = scanner.take(ATOM);
  if (atom !== undefined) return { kind: "atom", text: atom.replace(/^'|'$/g, ""), line };
  const string = scanner.match(BINARY)?.groups?.["text"] ?? scanner.take(STRING)?.slice(1, -1);
  if (string !== undefined)
    return { kind: "string", text: string.replace(/\\(?<character>[^])/g, "$<character>"), line };
  const text = scanner.take(OTHER);
  if (text === undefined) throw new SyntaxProblem(`Unexpected "${scanner.peek()}".`, line);
  return { kind: "other", text, line };
}

export const itemsOf = (term: ErlangTerm | undefined): readonly ErlangTerm[] =>
  term?.kind === "tuple" || term?.kind === "list" ? term.items : [];

/** Returns the text of an atom or string. */
export const textOf = (term: ErlangTerm | undefined): string | null =>
  term?.kind === "atom" || term?.kind === "string" ? term.text : null;

/** Returns the terms after the key of each `{key, …}`. */
export const valuesOf = (terms: readonly ErlangTerm[], key: string): ErlangTerm[] =>
  terms.flatMap((term) =>
    term.kind === "tuple" && term.items[0]?.kind === "atom" && term.items[0].text === key
      ? term.items.slice(1)
      : [],
  );
