import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export type Token =
  /** What a string interpolates stays in it as `${…}`. */
  { kind: "string" | "name" | "mark"; text: string; line: number };

/** A string or the code that it interpolates, begun and not ended. */
type Frame =
  | { kind: "string"; quote: '"' | "''"; start: number; line: number; parts: string[] }
  | { kind: "code"; braces: number };

const BLANK = /(?:\s+|#[^\n]*|\/\*[\s\S]*?\*\/)/y;
const OPEN_COMMENT = /\/\*/y;
const QUOTE = /"|''/y;
/** No scheme is longer; a row of names and dots is looked at once. */
const URI = /[A-Za-z][A-Za-z\d+.-]{0,30}:[\w%/?:@&=+$,.!~*'-]+/y;
const NAME = /[A-Za-z_][\w'-]*/y;
const MARK = /[\s\S]/uy;
/** Up to what means something in a string. */
const PLAIN: Record<Quote, RegExp> = { '"': /[^"\\$]+/y, "''": /[^'$]+/y };
const ESCAPE: Record<Quote, RegExp> = { '"': /\\[\s\S]|\$\$/y, "''": /''\$|'''|''\\[\s\S]?|\$\$/y };
type Quote = '"' | "''";

/** The tokens of a Nix expression outside of strings. Throws SyntaxProblem for strings and comments that do not end. */
export function tokenize(file: SourceFile): Token[] {
  const tokens: Token[] = [];
  const frames: Frame[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(file.text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const emit = (token: Token): void => void (frames.length === 0 && tokens.push(token));

  while (at < file.text.length) {
    const frame = frames.at(-1);
    if (frame?.kind === "string") {
      const text = take(PLAIN[frame.quote]) ?? take(ESCAPE[frame.quote]);
      if (text !== undefined) frame.parts.push(unescaped(text));
      else if (file.text.startsWith(frame.quote, at)) {
        at += frame.quote.length;
        frames.pop();
        emit({ kind: "string", text: frame.parts.join(""), line: frame.line });
      } else if (file.text.startsWith("${", at)) {
        at += 2;
        frame.parts.push("${}");
        frames.push({ kind: "code", braces: 0 });
      } else frame.parts.push(take(MARK) ?? "");
      continue;
    }
    if (take(BLANK) !== undefined) continue;
    const line = file.lineAt(at);
    if (take(OPEN_COMMENT) !== undefined) throw new SyntaxProblem("The comment is not closed.", line);
    const quote = take(QUOTE) as Quote | undefined;
    if (quote !== undefined) {
      frames.push({ kind: "string", quote, start: at, line, parts: [] });
      continue;
    }
    const uri = take(URI);
    if (uri !== undefined) {
      emit({ kind: "string", text: uri, line });
      continue;
    }
    const name = take(NAME);
    const text = name ?? take(MARK) ?? "";
    if (frame && text === "{") frame.braces += 1;
    if (frame && text === "}") {
      if (frame.braces === 0) {
        frames.pop();
        continue;
      }
      frame.braces -= 1;
    }
    emit({ kind: name === undefined ? "mark" : "name", text, line });
  }
  const open = frames.find((frame) => frame.kind === "string");
  if (open?.kind === "string") throw new SyntaxProblem("The string is not closed.", open.line);
  return tokens;
}

const unescaped = (text: string): string => (/^\\["\\$]$/.test(text) ? text.slice(1) : text);
