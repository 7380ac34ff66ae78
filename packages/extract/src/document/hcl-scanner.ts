import { SyntaxProblem } from "../ecosystem.ts";
import { Scanner } from "./scanner.ts";

/** Part of a string: text with resolved escapes, or the code in `${…}`. For a directive, the code is the whole `%{…}`. */
export type HclTemplatePart = { literal: string } | { code: string };

const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const BLANK = /[ \t\r]+/y;
const FOR = /for\s/y;
const HEREDOC = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)[ \t]*\r?\n/uy;
const HEREDOC_EVENT = /\$\$\{|%%\{|[$%]\{|\n/g;
const PLAIN_TEXT = /[^"\\$%\n]+/y;
const ESCAPE = /\\(?:u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([nrt"\\]))/y;
const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };
const CLOSER: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** A position in an HCL text that moves past comments, strings, heredocs and bracketed code. */
export class HclScanner extends Scanner {
  /** Receives the ranges of comments and of the literal parts of strings. */
  onLiteral: ((from: number, to: number) => void) | undefined;

  problem(message: string, offset: number = this.position): SyntaxProblem {
    return new SyntaxProblem(`Invalid HCL: ${message}.`, this.file.lineAt(offset));
  }

  takeIdentifier(): string | undefined {
    return this.take(IDENTIFIER);
  }

  /** Skips white space, newlines and comments. */
  skipTrivia(): void {
    do this.skipBlank();
    while (this.skip("\n"));
  }

  /** Skips white space and comments up to the end of the line. */
  skipBlank(): void {
    while (this.skip(BLANK) || this.#skipComment());
  }

  /** Whether `for` follows the opening bracket at the position. */
  atForExpression(): boolean {
    const opening = this.position;
    this.position += 1;
    this.skipTrivia();
    const isFor = this.skip(FOR);
    this.position = opening;
    return isFor;
  }

  /**
   * Skips code up to one of `stops` outside of brackets, or to the end of the text.
   * Returns the end of the code, before trailing white space and comments.
   */
  skipCode(stops: string): number {
    const open: { closer: string; at: number }[] = [];
    let end = this.position;
    while (!this.ended) {
      const character = this.peek();
      if (open.length === 0 && stops.includes(character)) return end;
      if (character === "\n" || character === " ") this.position += 1;
      else if (!this.#skipComment() && !this.skip(BLANK)) {
        this.#skipToken(character, open);
        end = this.position;
      }
    }
    const unclosed = open.at(-1);
    if (unclosed) throw this.problem("Unclosed bracket", unclosed.at);
    return end;
  }

  #skipToken(character: string, open: { closer: string; at: number }[]): void {
    if (character === '"') return void this.readTemplate();
    if (character === "<" && this.#skipHeredoc()) return;
    const closer = CLOSER[character];
    if (closer !== undefined) open.push({ closer, at: this.position });
    else if (character === ")" || character === "]" || character === "}") {
      if (open.pop()?.closer !== character) throw this.problem(`Unexpected \`${character}\``);
    }
    this.position += 1;
  }

  #skipComment(): boolean {
    const first = this.peek();
    if (first !== "#" && first !== "/") return false;
    const second = this.text.charAt(this.position + 1);
    const start = this.position;
    if (first === "#" || second === "/") {
      this.skipLine();
      this.onLiteral?.(start, this.position);
      return true;
    }
    if (second !== "*") return false;
    const end = this.text.indexOf("*/", this.position + 2);
    if (end === -1) throw this.problem("Unterminated comment");
    this.position = end + 2;
    this.onLiteral?.(start, this.position);
    return true;
  }

  /** Reads a quoted string. */
  readTemplate(): HclTemplatePart[] {
    const opening = this.position;
    this.position += 1;
    const parts: HclTemplatePart[] = [];
    while (!this.skip('"')) {
      if (this.ended || this.peek() === "\n") throw this.problem("Unterminated string", opening);
      this.#readPart(parts, () => this.#readEscape());
    }
    return parts;
  }

  /** Reads the rest of the text as the content of a string, with backslashes and quotes as plain characters. */
  readTemplateToEnd(): HclTemplatePart[] {
    const parts: HclTemplatePart[] = [];
    while (!this.ended) this.#readPart(parts, () => this.#readCharacter());
    return parts;
  }

  #readPart(parts: HclTemplatePart[], readSpecial: () => string): void {
    const sign = this.peek();
    const isSign = sign === "$" || sign === "%";
    if (isSign && this.text.charAt(this.position + 1) === "{") {
      parts.push({ code: this.#readInterpolation() });
      return;
    }
    const start = this.position;
    const isEscaped = isSign && this.text.startsWith(`${sign}{`, this.position + 1);
    if (isEscaped) this.position += 1;
    const last = parts.at(-1);
    const literal = isEscaped
      ? this.#readCharacter() + this.#readCharacter()
      : (this.take(PLAIN_TEXT) ?? (isSign ? this.#readCharacter() : readSpecial()));
    this.onLiteral?.(start, this.position);
    if (last && "literal" in last) last.literal += literal;
    else parts.push({ literal });
  }

  #readCharacter(): string {
    const character = this.peek();
    this.position += 1;
    return character;
  }

  #readEscape(): string {
    const [, short, long, single] = this.match(ESCAPE) ?? [];
    if (single !== undefined) return ESCAPED[single] ?? "";
    const code = Number.parseInt(short ?? long ?? "", 16);
    if (!(code <= 0x10ffff)) throw this.problem("Unknown escape in a string");
    return String.fromCodePoint(code);
  }

  /** Reads `${…}` or `%{…}` and returns its code without the trim markers `~`. */
  #readInterpolation(): string {
    const opening = this.position;
    this.position += 2;
    const start = this.position;
    const end = this.skipCode("}");
    if (!this.skip("}")) throw this.problem("Unterminated interpolation", opening);
    const code = this.text.slice(start, end).replace(/^~/, "").replace(/~$/, "").trim();
    return this.text.charAt(opening) === "%" ? `%{${code}}` : code;
  }

  /** Skips a heredoc up to the newline after its closing marker. Returns false if none starts here. */
  #skipHeredoc(): boolean {
    const opening = this.position;
    const marker = this.match(HEREDOC)?.[1];
    if (marker === undefined) return false;
    while (!this.ended) {
      const newline = this.text.indexOf("\n", this.position);
      const end = newline === -1 ? this.text.length : newline;
      if (this.text.slice(this.position, end).trim() === marker) {
        this.position = end;
        return true;
      }
      this.#skipHeredocLine();
    }
    throw this.problem("Unterminated heredoc", opening);
  }

  /** Skips one line, or more if an interpolation spans them. */
  #skipHeredocLine(): void {
    for (;;) {
      const start = this.position;
      HEREDOC_EVENT.lastIndex = start;
      const event = HEREDOC_EVENT.exec(this.text);
      this.onLiteral?.(start, event?.index ?? this.text.length);
      this.position = event ? HEREDOC_EVENT.lastIndex : this.text.length;
      if (!event || event[0] === "\n") return;
      if (event[0].length > 2) continue;
      this.position = event.index;
      this.#readInterpolation();
    }
  }
}
