import { SyntaxProblem } from "../../ecosystem.ts";
import type { Token } from "./tokens.ts";

export interface Attribute {
  /** The complete path: `inputs.kit.url`. */
  path: string[];
  /** Null if the value is not a literal. */
  value: string | null;
  line: number;
}

const OPENING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };
const MAX_DEPTH = 20;

/** Returns the attributes of the file's attribute set, including nested sets. Throws SyntaxProblem. */
export function readAttributes(tokens: readonly Token[]): Attribute[] {
  const [first] = tokens;
  if (!first || !isPunctuation(first, "{"))
    throw new SyntaxProblem("Expected an attribute set.", first?.line ?? 1);
  const attributes: Attribute[] = [];
  readSet(tokens, 1, [], attributes);
  return attributes;
}

/** Starts after the opening brace. Returns the index after the closing brace. */
function readSet(tokens: readonly Token[], start: number, prefix: string[], found: Attribute[]): number {
  let at = start;
  for (;;) {
    const token = tokens[at];
    if (!token) throw new SyntaxProblem("The attribute set is not closed.", tokens[start - 1]?.line ?? 1);
    if (isPunctuation(token, "}")) return at + 1;
    if (token.text === "inherit") {
      at = endOfExpression(tokens, at) + 1;
      continue;
    }
    const path = [...prefix];
    for (; tokens[at] && !isPunctuation(tokens[at], "="); at += 1) {
      const part = tokens[at];
      if (part?.kind !== "punctuation") path.push(part?.text ?? "");
      else if (part.text !== ".")
        throw new SyntaxProblem(`"${part.text}" is not a valid attribute.`, part.line);
    }
    at = readValue(tokens, at + 1, { path, value: null, line: token.line }, found);
  }
}

/** Returns the index after the semicolon. */
function readValue(
  tokens: readonly Token[],
  start: number,
  attribute: Attribute,
  found: Attribute[],
): number {
  const token = tokens[start];
  const end = endOfExpression(tokens, start);
  if (token && isPunctuation(token, "{") && isSet(tokens, start) && attribute.path.length < MAX_DEPTH) {
    const after = readSet(tokens, start + 1, attribute.path, found);
    if (after === end) return end + 1;
  }
  const isLiteral = token && token.kind !== "punctuation" && end === start + 1;
  const value = isLiteral ? { value: token.text, line: token.line } : {};
  found.push({ ...attribute, ...value });
  return end + 1;
}

/** Distinguishes the set `{ a = 1; }` from the function `{ a, b }: …`. */
function isSet(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at + 1], tokens[at + 2]];
  if (!first || !second) return false;
  return isPunctuation(first, "}")
    ? !isPunctuation(second, ":")
    : first.kind !== "punctuation" && !/^[,}?:@]$/.test(second.text);
}

/** Returns the index of the semicolon that ends an expression, not one inside brackets, `let … in`, `with` or `assert`. */
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
      throw new SyntaxProblem(`Unexpected "${text}".`, line);
  }
  throw new SyntaxProblem("Expected a semicolon.", tokens[start]?.line ?? tokens.at(-1)?.line ?? 1);
}

const isPunctuation = (token: Token | undefined, text: string): boolean =>
  token?.kind === "punctuation" && token.text === text;
