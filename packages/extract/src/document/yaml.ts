import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments } from "yaml";
import type { Document, Node, Pair } from "yaml";
import { SyntaxProblem } from "../ecosystem.ts";
import { guardDepth } from "./guard-depth.ts";
import { NodeBudget, type DataNode, type MapEntry } from "./node.ts";

/**
 * Every document of a YAML stream, as written: the failsafe schema keeps scalars text, unknown tags
 * (`!reference`, `!Sub`) are accepted, aliases and merge keys are followed. Throws SyntaxProblem.
 */
export function parseYaml(text: string): DataNode[] {
  const lineCounter = new LineCounter();
  const documents = guardDepth(() =>
    parseAllDocuments(text, {
      lineCounter,
      schema: "failsafe",
      uniqueKeys: false,
      logLevel: "silent",
      prettyErrors: false,
    }),
  );
  const budget = new NodeBudget();
  return documents.map((document) => {
    const error = document.errors[0];
    if (error) throw new SyntaxProblem(error.message, lineCounter.linePos(error.pos[0]).line);
    return guardDepth(() => new Converter(document, lineCounter, budget).convert(document.contents));
  });
}

class Converter {
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #budget: NodeBudget;
  readonly #open = new Set<Node>();

  constructor(document: Document, lines: LineCounter, budget: NodeBudget) {
    this.#document = document;
    this.#lines = lines;
    this.#budget = budget;
  }

  convert(node: unknown): DataNode {
    if (!this.#budget.take()) throw new SyntaxProblem("The document unfolds to too many nodes.", null);
    if (isAlias(node)) return this.#follow(node.resolve(this.#document), this.#lineOf(node));
    if (isMap(node)) return { kind: "map", line: this.#lineOf(node), entries: this.#entries(node.items) };
    if (isSeq(node)) {
      return { kind: "list", line: this.#lineOf(node), items: node.items.map((item) => this.convert(item)) };
    }
    if (isScalar(node)) {
      const comment = node.comment?.split("\n")[0]?.trim();
      return {
        kind: "scalar",
        line: this.#lineOf(node),
        text: String(node.value ?? ""),
        comment: comment || null,
      };
    }
    if (isPair(node)) return { kind: "map", line: this.#lineOf(node.key), entries: this.#entries([node]) };
    return { kind: "scalar", line: 1, text: "", comment: null };
  }

  /** An alias reports the line where it stands, and one that contains itself is an empty scalar. */
  #follow(target: Node | undefined, line: number): DataNode {
    if (!target || this.#open.has(target)) return { kind: "scalar", line, text: "", comment: null };
    this.#open.add(target);
    const node = this.convert(target);
    this.#open.delete(target);
    return node;
  }

  #entries(pairs: readonly Pair[]): MapEntry[] {
    const own = pairs.map((pair) => ({
      key: isScalar(pair.key) ? String(pair.key.value) : "",
      line: this.#lineOf(pair.key),
      value: this.convert(pair.value),
    }));
    const merged = own.filter((entry) => entry.key === "<<").flatMap((entry) => mergedEntries(entry.value));
    if (merged.length === 0) return own;
    const keys = new Set(own.map((entry) => entry.key));
    return [...own.filter((entry) => entry.key !== "<<"), ...merged.filter((entry) => !keys.has(entry.key))];
  }

  #lineOf(node: unknown): number {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? this.#lines.linePos(range[0]).line : 1;
  }
}

function mergedEntries(value: DataNode): MapEntry[] {
  if (value.kind === "map") return value.entries;
  return value.kind === "list" ? value.items.flatMap(mergedEntries) : [];
}
