import { tokenizeGroovy, unescapeGroovy, type GroovyToken } from "../../document/groovy.ts";
import type { SourceFile } from "../../source-file.ts";

interface Token {
  kind: "word" | "string" | "punctuation";
  /** The content of a string, with interpolated code as written; several lines stay on their lines. */
  text: string;
  line: number;
  endLine: number;
}

/** A value. Unbound variables appear in it as `${name}`. */
export interface Value {
  text: string;
  line: number;
}

/** Bounds the search for the end of a call. */
const MAX_ARGUMENTS = 150;
const MAX_PARTS = 20;
const OPEN = new Set(["(", "[", "{"]);
const CLOSE = new Set([")", "]", "}"]);
/** A statement continues after punctuation that ends with one of these. */
const CONTINUED = /[,:+=(]$/;
const MAX_LENGTH = 1024;
const VARIABLE =
  /\$\{\s{0,9}(?:env\.)?(?<braced>\w{1,100})\s{0,9}\}|\$(?:env\.)?(?<plain>[A-Za-z_]\w{0,100})/g;

interface Binding extends Value {
  isConstant: boolean;
}

const isTokens = (source: SourceFile | readonly Token[]): source is readonly Token[] => Array.isArray(source);

/** The tokens of a program and its variables. Only a name with a single assignment of a plain string is bound. */
export class Program {
  readonly tokens: readonly Token[];
  readonly #bindings: ReadonlyMap<string, Binding | undefined>;

  /** Throws SyntaxProblem. */
  constructor(source: SourceFile | readonly Token[]) {
    this.tokens = isTokens(source)
      ? source
      : tokenizeGroovy(source, { language: "groovy", isLenient: true }).flatMap(tokenOf);
    this.#bindings = bindingsOf(this.tokens);
  }

  /** Returns the program between two tokens. */
  part(start: number, end: number): Program {
    return new Program(this.tokens.slice(start, end));
  }

  /** Whether these words and punctuation start at a token. */
  is(at: number, ...texts: string[]): boolean {
    for (let i = 0; i < texts.length; i++) {
      const token = this.tokens[at + i];
      if (token === undefined || token.text !== texts[i] || token.kind === "string") return false;
    }
    return true;
  }

  /** Whether a token is a member of what precedes it: `x.name`, `x?.name`. */
  isMember(at: number): boolean {
    return this.is(at - 1, ".") || this.is(at - 1, "?.");
  }

  /** Returns the end of the arguments that start at a token: the closing bracket, or the end of the statement. */
  endOfArguments(start: number): number {
    const isBracketed = this.is(start, "(");
    const limit = Math.min(this.tokens.length, start + MAX_ARGUMENTS);
    let depth = 0;
    for (let at = start; at < limit; at++) {
      const { kind, text } = this.tokens[at] ?? { kind: "punctuation", text: ";" };
      if (depth === 0 && !isBracketed && this.#endsStatement(at, at > start)) return at;
      if (kind === "punctuation" && OPEN.has(text)) depth += 1;
      if (kind === "punctuation" && CLOSE.has(text)) depth -= 1;
      if (depth < 0 || (depth === 0 && isBracketed)) return at;
    }
    return limit;
  }

  /** A statement ends at a line end without continuation, before a second value, or before a block. */
  #endsStatement(at: number, hasArgument: boolean): boolean {
    const [before, token] = [this.tokens[at - 1], this.tokens[at]];
    if (!before || !token || this.is(at, ";") || this.is(at, "{")) return true;
    if (token.line > before.endLine) return !(before.kind === "punctuation" && CONTINUED.test(before.text));
    return hasArgument && token.kind !== "punctuation" && before.kind !== "punctuation";
  }

  /** Returns the value of `key: …` between two tokens. */
  named(key: string, start: number, end: number): Value | undefined {
    for (let at = start; at < end; at++) if (this.is(at, key, ":")) return this.valueAt(at + 2);
    return undefined;
  }

  /** Returns the value that starts at a token: strings and names, joined by `+`. */
  valueAt(start: number): Value | undefined {
    const first = this.tokens[start];
    if (!first || first.kind === "punctuation") return undefined;
    const parts: string[] = [];
    for (let at = start; parts.length < MAX_PARTS; at += 1) {
      const token = this.tokens[at];
      if (!token || token.kind === "punctuation") break;
      const name = token.kind === "word" ? this.#nameAt(at) : undefined;
      parts.push(name ? `\${${name.text}}` : token.text);
      at = name?.end ?? at + 1;
      if (!this.is(at, "+")) break;
    }
    return { text: this.bind(parts.join("")), line: first.line };
  }

  /** Returns the argument that starts at a token. A constant has the line of its definition. */
  argumentAt(start: number): Value | undefined {
    const isWhole = this.is(start + 1, ",") || this.is(start + 1, ")");
    const name = this.tokens[start];
    const bound = isWhole && name?.kind === "word" ? this.#bindings.get(name.text) : undefined;
    return bound?.isConstant ? bound : this.valueAt(start);
  }

  #nameAt(start: number): { text: string; end: number } {
    let end = start + 1;
    while (this.is(end, ".") && this.tokens[end + 1]?.kind === "word") end += 2;
    const parts = this.tokens.slice(start, end);
    return { text: parts.map((token) => token.text).join(""), end };
  }

  /** Interpolates bound variables and keeps others as written. */
  bind(text: string): string {
    if (!text.includes("$") || text.length > MAX_LENGTH) return text;
    const bound = text.replace(VARIABLE, (written, ...rest) => {
      const { braced, plain } = rest.at(-1) as Record<string, string | undefined>;
      return this.#bindings.get(braced ?? plain ?? "")?.text ?? written;
    });
    return bound.length > MAX_LENGTH ? text : bound;
  }
}

function tokenOf(token: GroovyToken): Token[] {
  const { line } = token;
  if (token.kind === "string") {
    const { raw } = token;
    const isEscaped = token.quote === '"' || token.quote === "'";
    const text = isEscaped ? unescapeGroovy(raw) : raw.replace(/\\(?=\r?\n)/g, "");
    return [{ kind: "string", text, line, endLine: line + raw.split("\n").length - 1 }];
  }
  if (token.text === "\n") return [];
  const kind = token.kind === "punctuation" ? "punctuation" : "word";
  return [{ kind, text: token.text, line, endLine: line }];
}

/** Returns names assigned as `NAME = 'text'`, with or without a type. Other assignments leave a name unbound. */
function bindingsOf(tokens: readonly Token[]): Map<string, Binding | undefined> {
  const bindings = new Map<string, Binding | undefined>();
  tokens.forEach((token, at) => {
    const [next, value, after] = tokens.slice(at + 1, at + 4);
    if (token.kind !== "word" || next?.kind !== "punctuation" || next.text !== "=") return;
    const isPlain =
      value?.kind === "string" &&
      !value.text.includes("$") &&
      !(after?.kind === "punctuation" && /[+.?]/.test(after.text));
    const isOnly = isPlain && !bindings.has(token.text);
    const isConstant = isStatic(tokens, at);
    bindings.set(token.text, isOnly ? { text: value.text, line: value.line, isConstant } : undefined);
  });
  return bindings;
}

/** Whether a name is declared static: `public static final String NAME`, `static NAME`. */
function isStatic(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 3), at);
  const start = before.findLastIndex((token) => token.kind !== "word" || token.line !== tokens[at]?.line) + 1;
  return before.slice(start).some((token) => token.text === "static");
}
