import type { Token } from "./tokens.ts";

const INTERPOLATED = /\\\((?<name>\w+)\)/g;
const UNBOUND = /\\\((?<name>[^()]*)/;
/** A program of a few lines can double a text with each of them. */
const MAX_TEXT = 2000;

/** Names that the file binds to one text for good, outside of all functions. */
export type Constants = ReadonlyMap<string, string>;

export function constantsOf(tokens: readonly Token[]): Constants {
  const constants = new Map<string, string>();
  let depth = 0;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === "punctuation" && /^[([{]$/.test(text)) depth += 1;
    else if (kind === "punctuation" && /^[)\]}]$/.test(text)) depth -= 1;
    else if (depth === 0 && kind === "name" && text === "let") {
      const name = tokens[at + 1]?.text ?? "";
      const from = at + (tokens[at + 2]?.text === ":" ? 4 : 2);
      const value = tokens[from]?.text === "=" ? literal(tokens, from + 1, constants) : undefined;
      if (value !== undefined) constants.set(name, value);
    }
  }
  return constants;
}

/** A text up to the end of its expression: a string, and what `+` adds to it. */
function literal(tokens: readonly Token[], start: number, constants: Constants): string | undefined {
  if (tokens[start]?.kind !== "string") return undefined;
  let end = start + 1;
  while (tokens[end]?.text === "+") end += 2;
  return textOf(tokens.slice(start, end), constants);
}

/** The text of an expression; what only running it tells has its name in `\(…)`. */
export function textOf(expression: readonly Token[], constants: Constants): string {
  const parts = expression.map((token, i) => {
    if (token.kind === "string")
      return token.text.replace(INTERPOLATED, (written, name: string) => constants.get(name) ?? written);
    if (token.kind === "punctuation" && token.text === "+" && i % 2 === 1) return "";
    const isName = token.kind === "name" && (expression[i + 1]?.text ?? "+") === "+";
    return isName ? (constants.get(token.text) ?? `\\(${token.text})`) : "\\(code)";
  });
  const end = parts.indexOf("\\(code)");
  return (end === -1 ? parts : parts.slice(0, end + 1)).join("").slice(0, MAX_TEXT);
}

/** What a text still asks for. */
export const findUnbound = (text: string): string | null => UNBOUND.exec(text)?.groups?.["name"] ?? null;
