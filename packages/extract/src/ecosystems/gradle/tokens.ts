import { refuseDepth } from "../../document/guard-depth.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

export type Token =
  /** A mark is punctuation, also the end of a line. */
  | { kind: "name" | "number" | "mark"; text: string; line: number }
  /** Code that is put into the text stands between its parts. */
  | { kind: "string"; parts: (string | Token[])[]; line: number };

const BLANK = /(?:[^\S\n]|\\\r?\n|\/\/[^\n]*)+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const QUOTED_NAME = /`[^`\n]+`/y;
const NUMBER = /\d[\w.]*/y;
/** Lines without anything are one end with the line before them. */
const MARK = /\n\s*|==|!=|<=|>=|\+=|->|=~|\?\.|\?:|::|&&|\|\||\S/uy;
const QUOTE = /"""|'''|"|'/y;
const CHARACTER = /'(?:\\[^\n]|[^\\'\n])[^'\n]{0,10}'/y;
/** Text of a string in which nothing is special. */
const PLAIN = /[^\\$"'\n]+/y;
const INTERPOLATED_NAME = /[\p{L}_][\p{L}\p{N}_]*/uy;
const INTERPOLATED_PATH = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const SLASHY = /\/(?![*/])(?:[^/\\\n]|\\[^\n])+\//y;
/** After these a slash divides nothing. */
const BEFORE_SLASHY = /^(?:[=(,:[{!&|?+~\n]|==|!=|=~|->|\?:|&&|\|\||return|in)$/;
const ESCAPED: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\n": "" };

/** Groovy and Kotlin as Gradle's scripts use them. Nothing is run. Throws SyntaxProblem. */
export const tokenize = (file: SourceFile): Token[] => new Lexer(file).tokens(null, 0);

class Lexer {
  readonly #file: SourceFile;
  readonly #text: string;
  readonly #isKotlin: boolean;
  #at = 0;

  constructor(file: SourceFile) {
    this.#file = file;
    this.#text = file.text;
    this.#isKotlin = /\.kts?$/.test(file.path);
    if (this.#text.startsWith("#!")) this.#at = Math.max(0, this.#text.indexOf("\n"));
  }

  /** Up to the end, or to the brace that closes what is put into a string. */
  tokens(opening: number | null, depth: number): Token[] {
    refuseDepth(depth * 10, this.#line());
    const tokens: Token[] = [];
    let open = 0;
    for (;;) {
      this.#skipBlank();
      if (this.#at >= this.#text.length) {
        if (opening === null) return tokens;
        throw new SyntaxProblem("The code in a string is not closed.", opening);
      }
      const token = this.#next(tokens.at(-1), depth);
      if (opening !== null && token.kind === "mark") {
        if (token.text === "{") open += 1;
        if (token.text === "}" && open-- === 0) return tokens;
      }
      tokens.push(token);
    }
  }

  #next(before: Token | undefined, depth: number): Token {
    const line = this.#line();
    const string = this.#findString(before, line, depth);
    if (string) return string;
    const quoted = this.#take(QUOTED_NAME);
    if (quoted !== undefined) return { kind: "name", text: quoted.slice(1, -1), line };
    const name = this.#take(NAME);
    if (name !== undefined) return { kind: "name", text: name, line };
    const number = this.#take(NUMBER);
    if (number !== undefined) return { kind: "number", text: number, line };
    const mark = this.#take(MARK) ?? "";
    return { kind: "mark", text: mark.trim() || "\n", line };
  }

  #findString(before: Token | undefined, line: number, depth: number): Token | undefined {
    const character = this.#isKotlin ? this.#take(CHARACTER) : undefined;
    if (character !== undefined) return { kind: "string", parts: [character.slice(1, -1)], line };
    const mayBeSlashy = !before || (before.kind !== "string" && BEFORE_SLASHY.test(before.text));
    const slashy = !this.#isKotlin && mayBeSlashy ? this.#take(SLASHY) : undefined;
    if (slashy !== undefined) return { kind: "string", parts: [slashy.slice(1, -1)], line };
    const quote = this.#take(QUOTE);
    return quote === undefined ? undefined : { kind: "string", parts: this.#parts(quote, line, depth), line };
  }

  #parts(quote: string, line: number, depth: number): (string | Token[])[] {
    const parts: (string | Token[])[] = [];
    const hasEscapes = !this.#isKotlin || quote.length === 1;
    let text = "";
    for (;;) {
      text += this.#take(PLAIN) ?? "";
      if (this.#text.startsWith(quote, this.#at)) break;
      const character = this.#text[this.#at];
      if (character === undefined || (character === "\n" && quote.length === 1))
        throw new SyntaxProblem("A string is not closed.", line);
      this.#at += 1;
      if (character === "\\" && hasEscapes) {
        const escaped = this.#text[this.#at] ?? "";
        text += ESCAPED[escaped] ?? escaped;
        this.#at += 1;
        continue;
      }
      const code = character === "$" && quote[0] === '"' ? this.#findCode(line, depth) : undefined;
      if (code) {
        parts.push(text, code);
        text = "";
      } else text += character;
    }
    this.#at += quote.length;
    return [...parts, text];
  }

  /** What follows a dollar: `{code}`, `name`, and in Groovy `name.of.name`. */
  #findCode(line: number, depth: number): Token[] | undefined {
    if (this.#text[this.#at] === "{") {
      this.#at += 1;
      return this.tokens(line, depth + 1);
    }
    const name = this.#take(this.#isKotlin ? INTERPOLATED_NAME : INTERPOLATED_PATH);
    return name
      ?.split(/(\.)/)
      .map((text) => (text === "." ? { kind: "mark", text, line } : { kind: "name", text, line }));
  }

  #skipBlank(): void {
    do this.#take(BLANK);
    while (this.#skipComment());
  }

  /** In Kotlin a comment may hold another. */
  #skipComment(): boolean {
    if (!this.#text.startsWith("/*", this.#at)) return false;
    const line = this.#line();
    let depth = 0;
    do {
      const end = this.#text.indexOf("*/", this.#at + 2 * Number(depth === 0));
      if (end === -1) throw new SyntaxProblem("A comment is not closed.", line);
      depth += this.#isKotlin ? countOf(this.#text.slice(this.#at, end), "/*") - 1 : 0;
      this.#at = end + 2;
    } while (depth > 0);
    return true;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #line(): number {
    return this.#file.lineAt(Math.min(this.#at, this.#text.length));
  }
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;
