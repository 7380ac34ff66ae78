import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";

/** A position in the text of a file. Patterns must be sticky (`/…/y`): they match at the position only. */
export class Scanner {
  readonly file: SourceFile;
  readonly text: string;
  position = 0;

  constructor(file: SourceFile) {
    this.file = file;
    this.text = file.text;
  }

  get ended(): boolean {
    return this.position >= this.text.length;
  }

  /** The 1-based line of the position. */
  get line(): number {
    return this.file.lineAt(Math.min(this.position, this.text.length));
  }

  /** The character at the position, or an empty string at the end of the text. */
  peek(): string {
    return this.text.charAt(this.position);
  }

  startsWith(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  /** Moves past `expected`. Returns false if something else is at the position. */
  skip(expected: RegExp | string): boolean {
    if (typeof expected === "string") {
      if (!this.startsWith(expected)) return false;
      this.position += expected.length;
      return true;
    }
    expected.lastIndex = this.position;
    if (!expected.test(this.text)) return false;
    this.position = expected.lastIndex;
    return true;
  }

  /** Moves past `pattern` and returns the matched text. Returns undefined if nothing matches. */
  take(pattern: RegExp): string | undefined {
    const start = this.position;
    return this.skip(pattern) ? this.text.slice(start, this.position) : undefined;
  }

  /** Moves past `pattern` and returns the match with its groups. Returns undefined if nothing matches. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.position = pattern.lastIndex;
    return match;
  }

  /** Moves past the next `end`. Throws a SyntaxProblem at `line` if there is none. */
  skipPast(end: string, message: string, line: number): void {
    const start = this.text.indexOf(end, this.position);
    if (start === -1) throw new SyntaxProblem(message, line);
    this.position = start + end.length;
  }

  /** Moves to the next newline, or to the end of the text. */
  skipLine(): void {
    const newline = this.text.indexOf("\n", this.position);
    this.position = newline === -1 ? this.text.length : newline;
  }
}

const CLOSING = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** Checks that the brackets of a token sequence match. */
export class BracketCheck {
  readonly #open: { text: string; line: number }[] = [];

  /** Call with each punctuation token. Throws a SyntaxProblem for an unexpected closing bracket. */
  add(token: { text: string; line: number }): void {
    if (CLOSING.has(token.text)) this.#open.push(token);
    else if (/^[)\]}]$/.test(token.text) && CLOSING.get(this.#open.pop()?.text ?? "") !== token.text)
      throw new SyntaxProblem(`Unexpected "${token.text}".`, token.line);
  }

  /** Call after the last token. Throws a SyntaxProblem for a bracket that is still open. */
  end(): void {
    const last = this.#open.at(-1);
    if (last) throw new SyntaxProblem(`Unclosed "${last.text}".`, last.line);
  }
}
