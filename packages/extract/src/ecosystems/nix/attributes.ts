import { SyntaxProblem } from "../../ecosystem.ts";
import type { Token } from "./tokens.ts";

/** One binding of an attribute set, by its whole path: `inputs.kit.url`. Null for what only evaluation tells. */
export interface Attribute {
  path: string[];
  value: string | null;
  line: number;
}

const OPENING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const MAX_DEPTH = 20;

/** The attributes of the set that a file is, those of sets within included. Throws SyntaxProblem. */
export function readAttributes(tokens: readonly Token[]): Attribute[] {
  const [first] = tokens;
  if (!first || !isMark(first, "{")) throw new SyntaxProblem("Expected an attribute set.", first?.line ?? 1);
  const attributes: Attribute[] = [];
  readSet(tokens, 1, [], attributes);
  return attributes;
}

/** Starts behind the opening brace; returns where the set ends. */
function readSet(tokens: readonly Token[], start: number, prefix: string[], found: Attribute[]): number {
  let at = start;
  for (;;) {
    const token = tokens[at];
    if (!token) throw new SyntaxProblem("The attribute set is not closed.", tokens[start - 1]?.line ?? 1);
    if (isMark(token, "}")) return at + 1;
    if (token.text === "inherit") {
      at = endOfExpression(tokens, at) + 1;
      continue;
    }
    const path = [...prefix];
    for (; tokens[at] && !isMark(tokens[at], "="); at += 1) {
      const part = tokens[at];
      if (part?.kind !== "punctuation") path.push(part?.text ?? "");
      else if (part.text !== ".") throw new SyntaxProblem(`"${part.text}" is no attribute.`, part.line);
    }
    at = readValue(tokens, at + 1, { path, value: null, line: token.line }, found);
  }
}

/** Returns what follows the semicolon. */
function readValue(
  tokens: readonly Token[],
  start: number,
  attribute: Attribute,
  found: Attribute[],
): number {
  const token = tokens[start];
  const end = endOfExpression(tokens, start);
  if (token && isMark(token, "{") && isSet(tokens, start) && attribute.path.length < MAX_DEPTH) {
    const after = readSet(tokens, start + 1, attribute.path, found);
    if (after === end) return end + 1;
  }
  const isLiteral = token && token.kind !== "punctuation" && end === start + 1;
  const value = isLiteral ? { value: token.text, line: token.line } : {};
  found.push({ ...attribute, ...value });
  return end + 1;
}

/** `{ a, b }: …` is a function, `{ a = 1; }` a set. */
function isSet(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at + 1], tokens[at + 2]];
  if (!first || !second) return false;
  return isMark(first, "}")
    ? !isMark(second, ":")
    : first.kind !== "punctuation" && !/^[,}?:@]$/.test(second.text);
}

/** The semicolon that ends an expression: none of a bracket, of `let … in`, of `with` or `assert`. */
function endOfExpression(tokens: readonly Token[], start: number): number {
  const closers: string[] = [];
  for (let at = start; at < tokens.length; at += 1) {
    const { kind, text, line } = tokens[at] ?? { kind: "punctuation", text: "", line: 1 };
    if (kind === "string") continue;
    const awaited = closers.at(-1);
    if (text === awaited) closers.pop();
    else if (kind === "punctuation" && text in OPENING) closers.push(OPENING[text] ?? "");
    else if (text === "let") closers.push("in");
    else if (text === "with" || text === "assert") closers.push(";");
    else if (text === ";" && awaited === undefined) return at;
    else if (kind === "punctuation" && /^[)\]}]$/.test(text))
      throw new SyntaxProblem(`"${text}" closes nothing.`, line);
  }
  throw new SyntaxProblem("A semicolon is missing.", tokens[start]?.line ?? tokens.at(-1)?.line ?? 1);
}

const isMark = (token: Token | undefined, text: string): boolean =>
  token?.kind === "punctuation" && token.text === text;
