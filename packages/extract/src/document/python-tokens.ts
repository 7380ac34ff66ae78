import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { BracketCheck, Scanner } from "./scanner.ts";

export type Token =
  | { kind: "name" | "punctuation"; text: string; line: number }
  /** `isFormat`: `{…}` holds code. `isMultiline`: triple-quoted, so its newlines are those of the file. */
  | { kind: "string"; text: string; line: number; isFormat: boolean; isMultiline: boolean };

const BLANK = /(?:\s|\\\r?\n|#[^\n]*)+/y;
const STRING_START = /(?<prefix>[rbuf]{0,2})(?<quote>"""|'''|"|')/iy;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const PUNCTUATION = /==|!=|<=|>=|\*\*|[^\s]/uy;

/** Splits Python source into tokens without comments and white space. Throws SyntaxProblem. */
export function tokenize(file: SourceFile): Token[] {
  const scanner = new Scanner(file);
  const brackets = new BracketCheck();
  const tokens: Token[] = [];
  for (;;) {
    scanner.skip(BLANK);
    if (scanner.ended) break;
    const { line } = scanner;
    const { prefix = "", quote } = scanner.match(STRING_START)?.groups ?? {};
    if (quote !== undefined) {
      const content = takeString(scanner, quote, line);
      tokens.push({
        kind: "string",
        text: /r/i.test(prefix) ? content : unescaped(content),
        line,
        isFormat: /f/i.test(prefix),
        isMultiline: quote.length === 3,
      });
      continue;
    }
    const name = scanner.take(NAME);
    if (name !== undefined) {
      tokens.push({ kind: "name", text: name, line });
      continue;
    }
    const token: Token = { kind: "punctuation", text: scanner.take(PUNCTUATION) ?? "", line };
    brackets.add(token);
    tokens.push(token);
  }
  brackets.end();
  return tokens;
}

/** Moves past the closing quote and returns the content as written. */
function takeString(scanner: Scanner, quote: string, line: number): string {
  const start = scanner.position;
  for (; !scanner.ended; scanner.position += 1) {
    const character = scanner.peek();
    if (character === "\\") scanner.position += 1;
    else if (character === "\n" && quote.length === 1) break;
    else if (scanner.skip(quote)) return scanner.text.slice(start, scanner.position - quote.length);
  }
  throw new SyntaxProblem("Unterminated string.", line);
}

const unescaped = (text: string): string =>
  text.replace(/\\(\r?\n|[\s\S])/g, (_, character: string) =>
    character.endsWith("\n") ? "" : character === "n" ? "\n" : character === "t" ? "\t" : character,
  );

export const isPunctuation = (token: Token | undefined, text: string): boolean =>
  token?.kind === "punctuation" && token.text === text;
