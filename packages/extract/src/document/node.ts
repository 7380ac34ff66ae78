import { SyntaxProblem } from "../ecosystem.ts";

/**
 * A parsed YAML, JSON or TOML document: maps, lists and scalars, each with its 1-based line.
 * Scalars keep the text as written: `1.10` stays `1.10`, `true` is the text `true`.
 */
export type DataNode = MapNode | ListNode | ScalarNode;

export interface ScalarNode {
  kind: "scalar";
  line: number;
  text: string;
  /** The comment after it on the same line, trimmed, without `#`. */
  comment: string | null;
}

export interface ListNode {
  kind: "list";
  line: number;
  items: DataNode[];
}

export interface MapNode {
  kind: "map";
  line: number;
  entries: MapEntry[];
}

export interface MapEntry {
  key: string;
  /** The line of the key. The value starts at `value.line`. */
  line: number;
  value: DataNode;
}

/** Returns the node at a path of map keys, or undefined if a step is missing or not a map. */
export function at(node: DataNode | undefined, ...keys: string[]): DataNode | undefined {
  let current = node;
  for (const key of keys) {
    if (current?.kind !== "map") return undefined;
    current = current.entries.find((entry) => entry.key === key)?.value;
  }
  return current;
}

export const entriesOf = (node: DataNode | undefined): MapEntry[] =>
  node?.kind === "map" ? node.entries : [];

export const itemsOf = (node: DataNode | undefined): DataNode[] => (node?.kind === "list" ? node.items : []);

/** Returns the text of a scalar, or undefined for other nodes. */
export const textOf = (node: DataNode | undefined): string | undefined =>
  node?.kind === "scalar" ? node.text : undefined;

/** Returns the scalar at a path of map keys, or undefined if there is no scalar. */
export const scalarAt = (node: DataNode | undefined, ...keys: string[]): ScalarNode | undefined => {
  const found = at(node, ...keys);
  return found?.kind === "scalar" ? found : undefined;
};

/** More nodes than any handwritten file has. Aliases can expand to more than fits in memory. */
const MAX_NODES = 200_000;

/** Limits the number of nodes of a document. */
export class NodeBudget {
  #left = MAX_NODES;
  /** Call for each node. Returns false if the document is too large. */
  take(nodes = 1): boolean {
    this.#left -= nodes;
    return this.#left >= 0;
  }

  get left(): number {
    return this.#left;
  }
}

/** More levels than any handwritten file has, and few enough for recursive functions. */
export const MAX_DEPTH = 500;

export const tooDeep = (line: number | null): SyntaxProblem =>
  new SyntaxProblem("The document is nested too deeply.", line);

/** Throws a SyntaxProblem if `depth` exceeds the limit. */
export function checkDepth(depth: number, line: number): void {
  if (depth > MAX_DEPTH) throw tooDeep(line);
}

/** Runs a recursive parser. Throws a SyntaxProblem if the document exceeds its stack. */
export function guardDepth<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(null);
    throw error;
  }
}
