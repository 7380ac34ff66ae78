import { tokenizeGroovy, type GroovyToken } from "../../document/groovy.ts";
import { checkDepth } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** Part of a statement. Groups are brackets. Blocks contain statements. */
export type Node =
  | { kind: "name" | "number" | "punctuation"; text: string; line: number }
  | { kind: "string"; parts: (string | Node[])[]; line: number }
  | { kind: "group"; opening: "(" | "["; items: Node[]; line: number }
  | { kind: "block"; parameters: string[]; statements: Node[][]; line: number };

export type Block = Extract<Node, { kind: "block" }>;

/** A statement continues on the next line after or before these tokens. */
const CONTINUES_AFTER = /^(?:[,=+.]|\?\.|\?:|&&|\|\||->)$/;
const CONTINUES_BEFORE = /^(?:\.|\?\.|\?:|&&|\|\|)$/;
/** Limit of comment lines inside a statement. */
const MAX_COMMENTS = 20;
const CLOSING = { "(": ")", "[": "]" };

/** Parses a script into statements. Throws SyntaxProblem. */
export function parseScript(file: SourceFile): Node[][] {
  const language = /\.kts?$/.test(file.path) ? "kotlin" : "groovy";
  return new Parser(tokenizeGroovy(file, { language })).statements(null, 0);
}

class Parser {
  readonly #tokens: readonly GroovyToken[];
  #at = 0;

  constructor(tokens: readonly GroovyToken[]) {
    this.#tokens = tokens;
  }

  /** Adds the parameters of a closure to `parameters`. */
  statements(opening: GroovyToken | null, depth: number, parameters: string[] = []): Node[][] {
    const statements: Node[][] = [];
    let current: Node[] = [];
    const end = (): void => {
      if (current.length > 0) statements.push(current);
      current = [];
    };
    for (;;) {
      const token = this.#tokens[this.#at];
      if (!token) {
        if (opening) throw new SyntaxProblem('Unclosed "{".', opening.line);
        end();
        return statements;
      }
      this.#at += 1;
      if (isPunctuation(token, "\n")) {
        if (!this.#continues(current.at(-1))) end();
      } else if (isPunctuation(token, ";")) end();
      else if (isPunctuation(token, "->") && isParameters(current)) {
        parameters.push(...splitAt(current, ",").flatMap(parameterName));
        current = [];
      } else if (isPunctuation(token, "}") && opening) {
        end();
        return statements;
      } else current.push(this.#node(token, depth));
    }
  }

  #continues(last: Node | undefined): boolean {
    if (last?.kind === "punctuation" && CONTINUES_AFTER.test(last.text)) return true;
    const next = this.#tokens
      .slice(this.#at, this.#at + MAX_COMMENTS)
      .find((token) => !isPunctuation(token, "\n"));
    return last !== undefined && next?.kind === "punctuation" && CONTINUES_BEFORE.test(next.text);
  }

  #node(token: GroovyToken, depth: number): Node {
    const { line } = token;
    checkDepth(depth, line);
    if (token.kind === "string") {
      const parts = token.parts.map((part) =>
        typeof part === "string" ? part : new Parser(part).statements(null, depth + 1).flat(),
      );
      return { kind: "string", parts, line };
    }
    if (token.kind !== "punctuation") return token;
    const { text } = token;
    if (text === "{") {
      const parameters: string[] = [];
      return { kind: "block", parameters, statements: this.statements(token, depth + 1, parameters), line };
    }
    if (text === "(" || text === "[")
      return { kind: "group", opening: text, items: this.#items(token, CLOSING[text], depth + 1), line };
    if (/^[)\]}]$/.test(text)) throw new SyntaxProblem(`Unexpected "${text}".`, line);
    return token;
  }

  #items(opening: GroovyToken, closing: string, depth: number): Node[] {
    const items: Node[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (!token) throw new SyntaxProblem("Unclosed bracket.", opening.line);
      this.#at += 1;
      if (isPunctuation(token, closing)) return items;
      if (!isPunctuation(token, "\n")) items.push(this.#node(token, depth));
    }
  }
}

/** Whether nodes before `->` are the parameters of a closure. */
const isParameters = (nodes: readonly Node[]): boolean =>
  nodes.every((node) => node.kind === "name" || isPunctuation(node, ",") || isPunctuation(node, ":"));

/** Returns the name in `dep`, `String dep` or `dep: String`. */
function parameterName(nodes: readonly Node[]): string[] {
  const colon = nodes.findIndex((node) => isPunctuation(node, ":"));
  const name = nodes[colon === -1 ? nodes.length - 1 : colon - 1];
  return name?.kind === "name" ? [name.text] : [];
}

export const isPunctuation = (node: Node | GroovyToken | undefined, text: string): boolean =>
  node?.kind === "punctuation" && node.text === text;

export const isName = (node: Node | undefined, text: string): boolean =>
  node?.kind === "name" && node.text === text;

export const blocksOf = (nodes: readonly Node[]): Block[] =>
  nodes.flatMap((node) =>
    node.kind === "block" ? [node] : node.kind === "group" ? blocksOf(node.items) : [],
  );

/** Splits nodes at punctuation and drops empty parts. */
export function splitAt(nodes: readonly Node[], separator: string): Node[][] {
  const parts: Node[][] = [[]];
  for (const node of nodes) {
    if (isPunctuation(node, separator)) parts.push([]);
    else parts.at(-1)?.push(node);
  }
  return parts.filter((part) => part.length > 0);
}
