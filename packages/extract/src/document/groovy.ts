import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { checkDepth } from "./node.ts";
import { Scanner } from "./scanner.ts";

export type GroovyToken =
  /** Punctuation includes the end of a line, `"\n"`. */
  { kind: "name" | "number" | "punctuation"; text: string; line: number } | GroovyString;

export interface GroovyString {
  kind: "string";
  quote: '"' | "'" | '"""' | "'''" | "/" | "$/";
  /** The content as written, without the quotes. */
  raw: string;
  /** Text with its escapes resolved, and the tokens of interpolated code. */
  parts: (string | GroovyToken[])[];
  line: number;
}

interface GroovyOptions {
  language: "groovy" | "kotlin";
  /** A single-line string without a closing quote ends with its line instead of being an error. */
  isLenient?: boolean;
}

const BLANK = /(?:[^\S\n]|\\\r?\n|\/\/[^\n]*)+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const KOTLIN_QUOTED_NAME = /`[^`\n]+`/y;
const NUMBER = /\d[\w.]*/y;
/** Empty lines belong to the line end before them. */
const PUNCTUATION = /\n\s*|==|!=|<=|>=|\+=|->|=~|\?\.|\?:|::|&&|\|\||\S/uy;
const QUOTE = /"""|'''|"|'/y;
const KOTLIN_CHARACTER = /'(?:\\[^\n]|[^\\'\n])[^'\n]{0,10}'/y;
/** Content of a string without escapes, interpolation or quotes. */
const PLAIN = /[^\\$"'\n]+/y;
const KOTLIN_INTERPOLATED = /[\p{L}_][\p{L}\p{N}_]*/uy;
const GROOVY_INTERPOLATED = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const SLASHY = /\/(?![*/])(?:[^/\\\n]|\\[^\n])+\//y;
/** A `/` after one of these tokens starts a slashy string; elsewhere it divides. */
const BEFORE_SLASHY = /^(?:[=(,:[{!&|?+~\n]|==|!=|=~|->|\?:|&&|\|\||return|in)$/;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };

/** Splits Groovy, or Kotlin as Gradle scripts use it, into tokens without comments. Throws SyntaxProblem. */
export const tokenizeGroovy = (file: SourceFile, options: GroovyOptions): GroovyToken[] =>
  new Lexer(file, options).tokens(null, 0);

export const unescapeGroovy = (text: string): string =>
  text.replace(/\\([\s\S])/g, (_, character: string) => ESCAPED[character] ?? character);

class Lexer extends Scanner {
  readonly #isKotlin: boolean;
  readonly #isLenient: boolean;
  /** False after the first error in interpolated code: a second pass over the rest of the file is enough. */
  #interpolates = true;
  readonly #lastDollarSlash: number;

  constructor(file: SourceFile, { language, isLenient = false }: GroovyOptions) {
    super(file);
    this.#isKotlin = language === "kotlin";
    this.#isLenient = isLenient;
    this.#lastDollarSlash = this.#isKotlin ? -1 : this.text.lastIndexOf("/$");
    if (this.startsWith("#!")) this.skipLine();
  }

  /** Reads to the end of the file or, for interpolated code that starts on line `opening`, past its closing brace. */
  tokens(opening: number | null, depth: number): GroovyToken[] {
    checkDepth(depth * 10, this.line);
    const tokens: GroovyToken[] = [];
    let open = 0;
    for (;;) {
      this.#skipBlank();
      if (this.ended) {
        if (opening === null) return tokens;
        throw new SyntaxProblem("Unterminated interpolation.", opening);
      }
      const token = this.#next(tokens.at(-1), depth);
      if (opening !== null && token.kind === "punctuation") {
        if (token.text === "{") open += 1;
        if (token.text === "}" && open-- === 0) return tokens;
      }
      tokens.push(token);
    }
  }

  #next(before: GroovyToken | undefined, depth: number): GroovyToken {
    const { line } = this;
    const string =
      (this.#isKotlin ? this.#takeCharacter(line) : this.#takeSlashy(before, line)) ??
      this.#takeString(line, depth);
    if (string) return string;
    const quoted = this.#isKotlin ? this.take(KOTLIN_QUOTED_NAME) : undefined;
    if (quoted !== undefined) return { kind: "name", text: quoted.slice(1, -1), line };
    const name = this.take(NAME);
    if (name !== undefined) return { kind: "name", text: name, line };
    const number = this.take(NUMBER);
    if (number !== undefined) return { kind: "number", text: number, line };
    const punctuation = this.take(PUNCTUATION) ?? "";
    return { kind: "punctuation", text: punctuation.trim() || "\n", line };
  }

  #takeCharacter(line: number): GroovyString | undefined {
    const raw = this.take(KOTLIN_CHARACTER)?.slice(1, -1);
    return raw === undefined ? undefined : { kind: "string", quote: "'", raw, parts: [raw], line };
  }

  /** `/…/` on one line, or `$/…/$`. */
  #takeSlashy(before: GroovyToken | undefined, line: number): GroovyString | undefined {
    const start = this.position + 2;
    if (start <= this.#lastDollarSlash && this.skip("$/")) {
      this.skipPast("/$", "Unterminated string.", line);
      const raw = this.text.slice(start, this.position - 2);
      return { kind: "string", quote: "$/", raw, parts: [raw], line };
    }
    if (before && (before.kind === "string" || !BEFORE_SLASHY.test(before.text))) return undefined;
    const raw = this.take(SLASHY)?.slice(1, -1);
    return raw === undefined ? undefined : { kind: "string", quote: "/", raw, parts: [raw], line };
  }

  #takeString(line: number, depth: number): GroovyString | undefined {
    const quote = this.take(QUOTE) as '"' | "'" | '"""' | "'''" | undefined;
    if (quote === undefined) return undefined;
    const start = this.position;
    const parts: GroovyString["parts"] = [];
    const hasEscapes = !this.#isKotlin || quote.length === 1;
    let text = "";
    for (;;) {
      text += this.take(PLAIN) ?? "";
      if (this.startsWith(quote)) break;
      const character = this.peek();
      if (character === "" || (character === "\n" && quote.length === 1)) {
        if (this.#isLenient && depth === 0 && quote.length === 1) break;
        throw new SyntaxProblem("Unterminated string.", line);
      }
      this.position += 1;
      if (character === "\\" && hasEscapes) {
        const escaped = this.peek();
        text += ESCAPED[escaped] ?? escaped;
        this.position += 1;
        continue;
      }
      const code = character === "$" && quote.startsWith('"') ? this.#takeCode(line, depth) : undefined;
      if (code) {
        parts.push(text, code);
        text = "";
      } else text += character;
    }
    const raw = this.text.slice(start, this.position);
    this.skip(quote);
    return { kind: "string", quote, raw, parts: [...parts, text], line };
  }

  /** After a dollar: `{code}`, `name`, and in Groovy `name.of.name`. */
  #takeCode(line: number, depth: number): GroovyToken[] | undefined {
    if (this.startsWith("{")) return this.#interpolates ? this.#takeBracedCode(line, depth) : undefined;
    return this.take(this.#isKotlin ? KOTLIN_INTERPOLATED : GROOVY_INTERPOLATED)
      ?.split(/(\.)/)
      .map((text) => (text === "." ? { kind: "punctuation", text, line } : { kind: "name", text, line }));
  }

  #takeBracedCode(line: number, depth: number): GroovyToken[] | undefined {
    const start = this.position;
    this.position += 1;
    try {
      return this.tokens(line, depth + 1);
    } catch (error) {
      if (!this.#isLenient || depth > 0 || !(error instanceof SyntaxProblem)) throw error;
      this.position = start;
      this.#interpolates = false;
      return undefined;
    }
  }

  #skipBlank(): void {
    do this.skip(BLANK);
    while (this.#skipComment());
  }

  /** Comments can be nested in Kotlin. */
  #skipComment(): boolean {
    if (!this.startsWith("/*")) return false;
    const { line } = this;
    let depth = 0;
    do {
      const start = this.position;
      this.position += depth === 0 ? 2 : 0;
      this.skipPast("*/", "Unterminated comment.", line);
      depth += this.#isKotlin ? countOf(this.text.slice(start, this.position - 2), "/*") - 1 : 0;
    } while (depth > 0);
    return true;
  }
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;
