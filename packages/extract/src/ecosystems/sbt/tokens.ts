import { Scanner } from "../../document/scanner.ts";
import type { SourceFile } from "../../source-file.ts";

export type ScalaToken = { line: number; startsLine: boolean } & (
  | { kind: "name" | "number" | "operator" | "punctuation"; text: string }
  /** Text with its escapes resolved, and the tokens of interpolated code. */
  | { kind: "text"; text: ""; parts: (string | ScalaToken[])[] }
);

const BLANK = /(?:[^\S\n]|\n|\/\/[^\n]*)+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*|`[^`\n]+`/uy;
const NUMBER = /\d[\w.]*/y;
const OPERATOR = /[-!#%&*+/:<=>?@\\^|~]+/y;
const TRIPLE_END = /"{3,}/y;
const CHARACTER = /'(?:\\[^\n]|[^\\'\n])'/y;
const PLAIN = /[^\\$"\n]+/y;
const PLAIN_TRIPLE = /[^"$]+/y;
const INTERPOLATED = /[\p{L}_][\p{L}\p{N}_]*/uy;
const XML_TAG = /<(?<close>\/)?(?:[A-Za-z_][^<>]{0,2000}|!--[^]{0,10000}?--)>/y;
const XML_TEXT = /[^<]+/y;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const MAX_DEPTH = 20;

/** Splits Scala, as builds of sbt use it, into tokens without comments and XML literals. Never throws. */
export const tokenizeScala = (file: SourceFile): ScalaToken[] => new Lexer(file).tokens(0, false);

class Lexer {
  readonly #scanner: Scanner;
  #line = 1;
  #counted = 0;

  constructor(file: SourceFile) {
    this.#scanner = new Scanner(file);
  }

  /** Reads up to the end, or up to the brace that ends interpolated code. */
  tokens(depth: number, isInterpolated: boolean): ScalaToken[] {
    const scanner = this.#scanner;
    const tokens: ScalaToken[] = [];
    let braces = 0;
    let before = this.#lineNow();
    for (;;) {
      this.#skipBlanks();
      if (scanner.ended) return tokens;
      const line = this.#lineNow();
      const place = { line, startsLine: tokens.length === 0 || line > before };
      if (isInterpolated && braces === 0 && scanner.skip("}")) return tokens;
      const previous = tokens.at(-1);
      const isXml = scanner.peek() === "<" && isOperand(previous) && this.#skipXml();
      const token: ScalaToken | undefined = isXml
        ? { kind: "text", text: "", parts: [""], ...place }
        : this.#next(depth, place);
      if (token !== undefined) {
        tokens.push(token);
        if (token.text === "{") braces += 1;
        if (token.text === "}") braces -= 1;
      }
      before = this.#lineNow();
    }
  }

  #next(depth: number, place: Pick<ScalaToken, "line" | "startsLine">): ScalaToken | undefined {
    const scanner = this.#scanner;
    if (scanner.peek() === '"') {
      const { parts } = this.#text(depth, false);
      return { kind: "text", text: "", parts, ...place };
    }
    const name = scanner.take(NAME);
    if (name !== undefined) {
      if (scanner.peek() === '"') {
        const { parts } = this.#text(depth, true);
        return { kind: "text", text: "", parts, ...place };
      }
      return { kind: "name", text: name.replaceAll("`", ""), ...place };
    }
    const number = scanner.take(NUMBER);
    if (number !== undefined) return { kind: "number", text: number, ...place };
    if (scanner.skip(CHARACTER)) return { kind: "text", text: "", parts: [""], ...place };
    const operator = scanner.take(OPERATOR);
    if (operator !== undefined) return { kind: "operator", text: operator, ...place };
    const text = scanner.peek();
    scanner.position += 1;
    return text === "'" ? undefined : { kind: "punctuation", text, ...place };
  }

  #text(depth: number, isInterpolated: boolean): { parts: (string | ScalaToken[])[] } {
    const scanner = this.#scanner;
    const isTriple = scanner.skip('"""');
    if (!isTriple) scanner.position += 1;
    const parts: (string | ScalaToken[])[] = [];
    const add = (text: string): void => {
      const last = parts.at(-1);
      if (typeof last === "string") parts[parts.length - 1] = last + text;
      else parts.push(text);
    };
    while (!scanner.ended) {
      const plain = scanner.take(isTriple ? PLAIN_TRIPLE : PLAIN);
      if (plain !== undefined) add(plain);
      else if (isTriple ? scanner.skip(TRIPLE_END) : scanner.skip('"') || scanner.peek() === "\n") break;
      else if (scanner.skip("$")) {
        if (!isInterpolated) add("$");
        else if (scanner.skip("$")) add("$");
        else if (scanner.skip("{")) parts.push(depth < MAX_DEPTH ? this.tokens(depth + 1, true) : []);
        else {
          const line = this.#lineNow();
          const name = scanner.take(INTERPOLATED);
          parts.push(name === undefined ? [] : [{ kind: "name", text: name, line, startsLine: false }]);
        }
      } else if (!isTriple && scanner.skip("\\")) {
        const escaped = scanner.peek();
        scanner.position += escaped === "\n" ? 0 : 1;
        add(ESCAPED[escaped] ?? escaped);
      } else {
        add(scanner.peek());
        scanner.position += 1;
      }
    }
    return { parts: parts.length === 0 ? [""] : parts };
  }

  #skipBlanks(): void {
    const scanner = this.#scanner;
    for (;;) {
      if (scanner.skip(BLANK)) continue;
      if (!scanner.startsWith("/*")) return;
      const end = scanner.text.indexOf("*/", scanner.position + 2);
      scanner.position = end < 0 ? scanner.text.length : end + 2;
    }
  }

  /** Skips an XML literal, such as the value of `pomExtra`. Returns false if there is none. */
  #skipXml(): boolean {
    const scanner = this.#scanner;
    const start = scanner.position;
    for (let depth = 0; ;) {
      const tag = scanner.match(XML_TAG);
      if (tag === undefined) {
        if (depth > 0 && scanner.skip(XML_TEXT)) continue;
        if (depth > 0) scanner.position = start;
        return scanner.position > start;
      }
      if (tag.groups?.["close"] !== undefined) depth -= 1;
      else if (!tag[0].endsWith("/>") && !tag[0].startsWith("<!")) depth += 1;
      if (depth <= 0) {
        const end = scanner.position;
        this.#skipBlanks();
        if (scanner.peek() !== "<") {
          scanner.position = end;
          return true;
        }
      }
    }
  }

  #lineNow(): number {
    const { position, text } = this.#scanner;
    for (; this.#counted < position; this.#counted += 1)
      if (text.charCodeAt(this.#counted) === 10) this.#line += 1;
    return this.#line;
  }
}

/** Whether an operand may follow, so that `<` is not a comparison. */
const isOperand = (previous: ScalaToken | undefined): boolean =>
  previous === undefined ||
  previous.kind === "operator" ||
  (previous.kind === "punctuation" && /^[(,{[]$/.test(previous.text));
