import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";

export type Token =
  | { kind: "name"; text: string; line: number }
  /** `isFormat`: what stands in braces is code. `isMultiline`: its line ends are those of the file. */
  | { kind: "string"; text: string; line: number; isFormat: boolean; isMultiline: boolean }
  | { kind: "mark"; text: string; line: number };

const BLANK = /(?:\s|\\\r?\n|#[^\n]*)+/y;
const STRING_START = /(?<prefix>[rbuf]{0,2})(?<quote>"""|'''|"|')/iy;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const MARK = /==|!=|<=|>=|\*\*|[^\s]/uy;
const BRACKETS: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** The text of a Python program as tokens; it is never run. Throws SyntaxProblem for open strings and brackets. */
export function tokenize(file: SourceFile): Token[] {
  const tokens: Token[] = [];
  const open: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(file.text);
    if (match) at += match[0].length;
    return match;
  };
  for (;;) {
    take(BLANK);
    if (at >= file.text.length) break;
    const line = file.lineAt(at);
    const start = take(STRING_START)?.groups;
    if (start) {
      const { prefix = "", quote = "" } = start;
      const text = stringAt(file, at, quote, line);
      at += text.length + quote.length;
      const isRaw = /r/i.test(prefix);
      tokens.push({
        kind: "string",
        text: isRaw ? text : unescaped(text),
        line,
        isFormat: /f/i.test(prefix),
        isMultiline: quote.length === 3,
      });
      continue;
    }
    const name = take(NAME);
    const token: Token = name
      ? { kind: "name", text: name[0], line }
      : { kind: "mark", text: take(MARK)?.[0] ?? "", line };
    tokens.push(token);
    if (token.kind === "mark") balance(open, token);
  }
  const last = open.at(-1);
  if (last) throw new SyntaxProblem(`"${last.text}" is not closed.`, last.line);
  return tokens;
}

function balance(open: Token[], mark: Token): void {
  if (mark.text in BRACKETS) open.push(mark);
  else if (/^[)\]}]$/.test(mark.text)) {
    const opening = open.pop();
    if (opening === undefined || BRACKETS[opening.text] !== mark.text)
      throw new SyntaxProblem(`"${mark.text}" closes nothing.`, mark.line);
  }
}

/** The text up to the closing quote, which a backslash before it takes away from. */
function stringAt(file: SourceFile, start: number, quote: string, line: number): string {
  for (let at = start; at < file.text.length; at += 1) {
    const character = file.text[at];
    if (character === "\\") at += 1;
    else if (character === "\n" && quote.length === 1) break;
    else if (file.text.startsWith(quote, at)) return file.text.slice(start, at);
  }
  throw new SyntaxProblem("A string is not closed.", line);
}

const unescaped = (text: string): string =>
  text.replace(/\\(\r?\n|[\s\S])/g, (_, character: string) =>
    character.endsWith("\n") ? "" : character === "n" ? "\n" : character === "t" ? "\t" : character,
  );
