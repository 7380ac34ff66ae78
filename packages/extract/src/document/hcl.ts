import { SyntaxProblem } from "../ecosystem.ts";
import { SourceFile } from "../source-file.ts";
import { guardDepth } from "./node.ts";
import { HclScanner, type HclTemplatePart } from "./hcl-scanner.ts";

/** The content of a file or a block, in the order of the text. */
export interface HclBody {
  attributes: HclAttribute[];
  blocks: HclBlock[];
}

/** `module "vpc" { … }`: type `module`, labels `["vpc"]`. */
export interface HclBlock {
  type: string;
  labels: string[];
  line: number;
  body: HclBody;
}

/** `name = value` in a body or an object. */
export interface HclAttribute {
  name: string;
  line: number;
  value: HclExpression;
  /** In a body, the comment on the line where the value ends, trimmed, without `#` or `//`. */
  comment?: string;
}

/**
 * A literal string, object or list, or the code of any other expression as written: references, calls, numbers,
 * operators, `for` expressions, heredocs. Nothing is evaluated. `line` is where the value starts.
 */
export type HclExpression =
  | { kind: "template"; line: number; parts: HclTemplatePart[] }
  | { kind: "object"; line: number; entries: HclAttribute[] }
  | { kind: "list"; line: number; items: HclExpression[] }
  | { kind: "code"; line: number; text: string };

/**
 * Parses an HCL file (native syntax) in linear time. Checks that brackets, strings, heredocs and comments are closed,
 * but not the syntax of other expressions. Throws SyntaxProblem.
 */
export function parseHcl(file: SourceFile): HclBody {
  return guardDepth(() => new HclReader(file).readBody(undefined));
}

/**
 * Returns the argument of a call with a single argument, such as `jsonencode({ … })`. Returns undefined for other code
 * and for invalid syntax. Parses the code again.
 */
export function findHclArgument(code: HclExpression, called: string): HclExpression | undefined {
  if (code.kind !== "code" || !code.text.startsWith(`${called}(`)) return undefined;
  const argument = new SourceFile("", code.text.slice(called.length + 1));
  try {
    return guardDepth(() => new HclReader(argument, code.line).readArgument());
  } catch (error) {
    if (error instanceof SyntaxProblem) return undefined;
    throw error;
  }
}

/** Parses a string without quotes that may contain `${…}`, such as a value in HCL's JSON syntax. Throws SyntaxProblem. */
export function parseHclTemplate(file: SourceFile): HclTemplatePart[] {
  return guardDepth(() => new HclScanner(file).readTemplateToEnd());
}

/** Replaces comments and the literal parts of strings by spaces. Keeps newlines, offsets and the code in `${…}`. */
export function withoutLiterals(code: string): string {
  const scanner = new HclScanner(new SourceFile("", code));
  const kept: string[] = [];
  let end = 0;
  scanner.onLiteral = (from, to) => {
    if (from < end) return;
    kept.push(code.slice(end, from), code.slice(from, to).replace(/[^\n]/g, " "));
    end = to;
  };
  try {
    guardDepth(() => scanner.skipCode(""));
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
  }
  return kept.join("") + code.slice(end);
}

const COMMENT = /^[ \t]*(?:#+|\/\/+)(?<text>.*)/;

class HclReader {
  readonly #file: SourceFile;
  readonly #scanner: HclScanner;
  readonly #firstLine: number;
  /** The end of the last expression. */
  #codeEnd = 0;

  constructor(file: SourceFile, firstLine = 1) {
    this.#file = file;
    this.#scanner = new HclScanner(file);
    this.#firstLine = firstLine;
  }

  /** Reads up to the bracket that closes the call. Returns undefined if anything follows it. */
  readArgument(): HclExpression | undefined {
    this.#scanner.skipTrivia();
    if (this.#scanner.peek() === ")") return undefined;
    const value = this.#readExpression("),");
    return this.#scanner.skip(")") && this.#scanner.ended ? value : undefined;
  }

  /** `opening` is the offset of the block's brace, or undefined for the file. */
  readBody(opening: number | undefined): HclBody {
    const body: HclBody = { attributes: [], blocks: [] };
    for (;;) {
      this.#scanner.skipTrivia();
      if (this.#scanner.ended) {
        if (opening === undefined) return body;
        throw this.#scanner.problem("Unclosed block", opening);
      }
      if (opening !== undefined && this.#scanner.skip("}")) return body;
      this.#readItem(body);
    }
  }

  #readItem(body: HclBody): void {
    const line = this.#line();
    const name = this.#scanner.takeIdentifier();
    if (name === undefined) throw this.#scanner.problem("Expected an attribute or a block");
    this.#scanner.skipBlank();
    if (this.#scanner.skip("=")) {
      const value = this.#readExpression("\n}");
      body.attributes.push({ name, line, value, ...this.#trailingComment() });
      return;
    }
    const labels = this.#readLabels();
    const opening = this.#scanner.position;
    if (!this.#scanner.skip("{")) throw this.#scanner.problem("Expected `=` or a block");
    body.blocks.push({ type: name, labels, line, body: this.readBody(opening) });
  }

  #readLabels(): string[] {
    const labels: string[] = [];
    for (;;) {
      const label =
        this.#scanner.peek() === '"'
          ? asWritten(this.#scanner.readTemplate())
          : this.#scanner.takeIdentifier();
      if (label === undefined) return labels;
      labels.push(label);
      this.#scanner.skipBlank();
    }
  }

  /** Returns the comment between the end of the last expression and the position. */
  #trailingComment(): Pick<HclAttribute, "comment"> {
    const behind = this.#file.text.slice(this.#codeEnd, this.#scanner.position);
    const comment = COMMENT.exec(behind)?.groups?.["text"]?.trim();
    return comment ? { comment } : {};
  }

  /** Reads up to one of `stops`. Newlines are white space unless they are in `stops`. */
  #readExpression(stops: string): HclExpression {
    this.#scanner.skipBlank();
    const start = this.#scanner.position;
    const line = this.#line();
    const literal = this.#readLiteral(line);
    const literalEnd = this.#scanner.position;
    const end = this.#scanner.skipCode(stops);
    this.#codeEnd = end;
    if (literal && end <= literalEnd) return literal;
    if (end <= start) throw this.#scanner.problem("Expected a value", start);
    return { kind: "code", line, text: this.#file.text.slice(start, end) };
  }

  #readLiteral(line: number): HclExpression | undefined {
    const first = this.#scanner.peek();
    if (first === '"') return { kind: "template", line, parts: this.#scanner.readTemplate() };
    if ((first !== "{" && first !== "[") || this.#scanner.atForExpression()) return undefined;
    const opening = this.#scanner.position;
    this.#scanner.skip(first);
    return first === "{"
      ? { kind: "object", line, entries: this.#readUntil("}", opening, () => this.#readEntry()) }
      : { kind: "list", line, items: this.#readUntil("]", opening, () => this.#readExpression(",]")) };
  }

  #readUntil<T>(closer: string, opening: number, readOne: () => T): T[] {
    const items: T[] = [];
    for (;;) {
      this.#scanner.skipTrivia();
      if (this.#scanner.ended) throw this.#scanner.problem("Unclosed bracket", opening);
      if (this.#scanner.skip(closer)) return items;
      items.push(readOne());
      this.#scanner.skipTrivia();
      this.#scanner.skip(",");
    }
  }

  #readEntry(): HclAttribute {
    const line = this.#line();
    const start = this.#scanner.position;
    const end = this.#scanner.skipCode("=:,\n}");
    const name = this.#file.text.slice(start, end).replace(/^"(.*)"$/s, "$1");
    if (!this.#scanner.skip("=") && !this.#scanner.skip(":"))
      throw this.#scanner.problem("Expected `=` after the key", start);
    return { name, line, value: this.#readExpression(",\n}") };
  }

  #line(): number {
    return this.#firstLine + this.#file.lineAt(this.#scanner.position) - 1;
  }
}

/** Returns the text of a string with its interpolations as written. */
export const asWritten = (parts: readonly HclTemplatePart[]): string =>
  parts.map((part) => ("literal" in part ? part.literal : interpolation(part.code))).join("");

/** Returns the code of a template part as written in the string. */
export const interpolation = (code: string): string => (code.startsWith("%{") ? code : `\${${code}}`);
