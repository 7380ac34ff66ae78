import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** What a string interpolates stays in it as `\(…)`. */
export interface Token {
  kind: "string" | "name" | "mark";
  text: string;
  line: number;
}

const BLANK = /(?:\s+|\/\/[^\n]*)/y;
const COMMENT_END = /\/\*|\*\//g;
/** Nobody needs more hashes; a row of them is looked at once. */
const QUOTE = /(?<hashes>#{0,8})(?<quote>"""|")/y;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const MARK = /\.\.[.<]|[\s\S]/uy;
const CLOSING: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** The tokens of a Swift program, which is never run. Throws SyntaxProblem for what does not end. */
export function tokenize(file: SourceFile): Token[] {
  const { text } = file;
  const tokens: Token[] = [];
  const open: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    if (take(BLANK)) continue;
    const line = file.lineAt(at);
    if (text.startsWith("/*", at)) {
      at = endOfComment(text, at, line);
      continue;
    }
    const start = take(QUOTE)?.groups;
    if (start) {
      const end = `${start["quote"] ?? ""}${start["hashes"] ?? ""}`;
      const close = endOfString(text, at, end, line);
      tokens.push({ kind: "string", text: unescaped(text.slice(at, close)), line });
      at = close + end.length;
      continue;
    }
    const name = take(NAME)?.[0];
    const token: Token = {
      kind: name === undefined ? "mark" : "name",
      text: name ?? take(MARK)?.[0] ?? "",
      line,
    };
    tokens.push(token);
    if (token.text in CLOSING) open.push(token);
    else if (/^[)\]}]$/.test(token.text) && CLOSING[open.pop()?.text ?? ""] !== token.text)
      throw new SyntaxProblem(`"${token.text}" closes nothing.`, line);
  }
  const last = open.at(-1);
  if (last) throw new SyntaxProblem(`"${last.text}" is not closed.`, last.line);
  return tokens;
}

/** Comments hold comments. */
function endOfComment(text: string, start: number, line: number): number {
  let depth = 0;
  COMMENT_END.lastIndex = start;
  for (let each = COMMENT_END.exec(text); each; each = COMMENT_END.exec(text)) {
    depth += each[0] === "/*" ? 1 : -1;
    if (depth === 0) return COMMENT_END.lastIndex;
  }
  throw new SyntaxProblem("The comment is not closed.", line);
}

/** A string may interpolate code, with strings of its own, on the same line. */
function endOfString(text: string, start: number, end: string, line: number): number {
  let brackets = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\n" && !end.startsWith('"""')) break;
    if (brackets === 0 && text.startsWith(end, at)) return at;
    if (character === "\\") {
      at += 1;
      if (text.charAt(at) === "(" && brackets === 0) brackets = 1;
    } else if (brackets > 0 && character === "(") brackets += 1;
    else if (brackets > 0 && character === ")") brackets -= 1;
  }
  throw new SyntaxProblem("The string is not closed.", line);
}

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, "$1");
