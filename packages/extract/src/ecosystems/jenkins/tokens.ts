import { SyntaxProblem } from "../../ecosystem.ts";

export interface Token {
  kind: "word" | "string" | "mark";
  /** A string without its quotes; line by line as written where it has several. */
  text: string;
  line: number;
  /** Where a string of several lines ends. */
  endLine: number;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
const SPACE = /[ \t\r\f]+/y;
/** After these a slash begins a pattern; elsewhere it divides. */
const BEFORE_PATTERN = new Set("( , = [ ~ : ! & | ? { } ;".split(" "));
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

/**
 * The words, strings and marks of a Groovy program; comments are gone. One pass, whatever the text: what a character
 * begins is told by itself and the token before it. Throws SyntaxProblem for a comment or a text that never ends.
 */
export function tokensOf(text: string): Token[] {
  return new Scanner(text).scan();
}

class Scanner {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  readonly #lastDollarSlash: number;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#lastDollarSlash = text.lastIndexOf("/$") - 1;
  }

  scan(): Token[] {
    while (this.#at < this.#text.length) this.#step();
    return this.#tokens;
  }

  #step(): void {
    const character = this.#text[this.#at] ?? "";
    if (character === "\n") this.#move(this.#at + 1);
    else if (this.#skip(SPACE)) return;
    else if (this.#startsWith("//") || (this.#at === 0 && this.#startsWith("#!")))
      this.#move(this.#endOfLine());
    else if (this.#startsWith("/*")) this.#move(this.#indexOf("*/", 2, "comment") + 2);
    else if (character === '"' || character === "'") this.#string(character);
    else if (this.#at < this.#lastDollarSlash && this.#startsWith("$/")) this.#raw(2, "/$");
    else if (character === "/" && this.#beginsPattern()) this.#raw(1, "/");
    else this.#plain(character);
  }

  #plain(character: string): void {
    const word = this.#match(WORD) ?? this.#match(NUMBER);
    this.#push(word === undefined ? "mark" : "word", word ?? character);
    this.#at += (word ?? character).length;
  }

  #string(quote: string): void {
    const isLong = this.#startsWith(quote.repeat(3));
    if (isLong) return this.#raw(3, quote.repeat(3));
    const line = this.#line;
    const parts: string[] = [];
    let at = this.#at + 1;
    let depth = 0;
    for (; at < this.#text.length; at++) {
      const character = this.#text[at] ?? "";
      if (character === "\n" || (character === quote && depth === 0)) break;
      if (character === "\\") {
        at += 1;
        const escaped = this.#text[at] ?? "";
        parts.push(ESCAPED[escaped] ?? escaped);
        continue;
      }
      // The quotes within `${…}` are those of an expression.
      if (quote === '"' && character === "$" && this.#text[at + 1] === "{") depth += 1;
      if (depth > 0 && character === "}") depth -= 1;
      parts.push(character);
    }
    this.#move(this.#text[at] === quote ? at + 1 : at);
    this.#tokens.push({ kind: "string", text: parts.join(""), line, endLine: this.#line });
  }

  /** A text that ends at a mark only; a line that is continued stays a line. */
  #raw(length: number, end: string): void {
    const line = this.#line;
    const start = this.#at + length;
    const close = this.#indexOf(end, length, "text");
    const text = this.#text.slice(start, close).replace(/\\(?=\r?\n)/g, "");
    this.#move(close + end.length);
    this.#tokens.push({ kind: "string", text, line, endLine: this.#line });
  }

  #beginsPattern(): boolean {
    const before = this.#tokens.at(-1);
    if (before && (before.kind !== "mark" || !BEFORE_PATTERN.has(before.text))) return false;
    let close = this.#at + 1;
    while (close < this.#text.length && !/[/\n]/.test(this.#text[close] ?? "")) close += 1;
    return this.#text[close] === "/";
  }

  #indexOf(end: string, after: number, what: string): number {
    const found = this.#text.indexOf(end, this.#at + after);
    if (found === -1) throw new SyntaxProblem(`The ${what} never ends.`, this.#line);
    return found;
  }

  #endOfLine(): number {
    const end = this.#text.indexOf("\n", this.#at);
    return end === -1 ? this.#text.length : end;
  }

  #startsWith(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #skip(pattern: RegExp): boolean {
    const found = this.#match(pattern);
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }

  #push(kind: Token["kind"], text: string): void {
    this.#tokens.push({ kind, text, line: this.#line, endLine: this.#line });
  }

  #move(to: number): void {
    for (; this.#at < to; this.#at++) if (this.#text[this.#at] === "\n") this.#line += 1;
  }
}
