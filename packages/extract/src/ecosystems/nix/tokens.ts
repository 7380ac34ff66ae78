import { Scanner } from "../../document/scanner.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export type Token =
  /** Interpolations remain in the text of a string as `${}`. */
  { kind: "string" | "name" | "punctuation"; text: string; line: number };

/** An unclosed string, or the code of an unclosed interpolation. */
type Frame =
  | { kind: "string"; quote: '"' | "''"; line: number; parts: string[] }
  | { kind: "code"; braces: number };

const BLANK = /(?:\s+|#[^\n]*|\/\*[\s\S]*?\*\/)/y;
const QUOTE = /"|''/y;
/** Limits the length of the scheme, so that a long row of names and dots is scanned only once. */
const URI = /[A-Za-z][A-Za-z\d+.-]{0,30}:[\w%/?:@&=+$,.!~*'-]+/y;
const NAME = /[A-Za-z_][\w'-]*/y;
const PUNCTUATION = /[\s\S]/uy;
/** Characters of a string without special meaning. */
const PLAIN: Record<Quote, RegExp> = { '"': /[^"\\$]+/y, "''": /[^'$]+/y };
const ESCAPE: Record<Quote, RegExp> = { '"': /\\[\s\S]|\$\$/y, "''": /''\$|'''|''\\[\s\S]?|\$\$/y };
type Quote = '"' | "''";

/** Splits a Nix expression into tokens, without comments and interpolated code. Throws SyntaxProblem. */
export function tokenize(file: SourceFile): Token[] {
  const scanner = new Scanner(file);
  const tokens: Token[] = [];
  const frames: Frame[] = [];
  const emit = (token: Token): void => void (frames.length === 0 && tokens.push(token));

  while (!scanner.ended) {
    const frame = frames.at(-1);
    if (frame?.kind === "string") {
      const text = scanner.take(PLAIN[frame.quote]) ?? scanner.take(ESCAPE[frame.quote]);
      if (text !== undefined) frame.parts.push(unescaped(text));
      else if (scanner.skip(frame.quote)) {
        frames.pop();
        emit({ kind: "string", text: frame.parts.join(""), line: frame.line });
      } else if (scanner.skip("${")) {
        frame.parts.push("${}");
        frames.push({ kind: "code", braces: 0 });
      } else frame.parts.push(scanner.take(PUNCTUATION) ?? "");
      continue;
    }
    if (scanner.skip(BLANK)) continue;
    const { line } = scanner;
    if (scanner.startsWith("/*")) throw new SyntaxProblem("Unterminated comment.", line);
    const quote = scanner.take(QUOTE) as Quote | undefined;
    if (quote !== undefined) {
      frames.push({ kind: "string", quote, line, parts: [] });
      continue;
    }
    const uri = scanner.take(URI);
    if (uri !== undefined) {
      emit({ kind: "string", text: uri, line });
      continue;
    }
    const name = scanner.take(NAME);
    const text = name ?? scanner.take(PUNCTUATION) ?? "";
    if (frame && text === "{") frame.braces += 1;
    if (frame && text === "}") {
      if (frame.braces === 0) {
        frames.pop();
        continue;
      }
      frame.braces -= 1;
    }
    emit({ kind: name === undefined ? "punctuation" : "name", text, line });
  }
  const open = frames.find((frame) => frame.kind === "string");
  if (open?.kind === "string") throw new SyntaxProblem("Unterminated string.", open.line);
  return tokens;
}

const unescaped = (text: string): string => (/^\\["\\$]$/.test(text) ? text.slice(1) : text);
