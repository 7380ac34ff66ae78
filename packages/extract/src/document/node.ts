import { SyntaxProblem } from "../ecosystem.ts";

/**
 * One tree for YAML, JSON and whatever comes: maps, lists and scalars, each with its 1-based line.
 * Scalars keep the text as written (`1.10` stays `1.10`, `true` is the text `true`).
 */
export type DataNode = MapNode | ListNode | ScalarNode;

export interface ScalarNode {
  kind: "scalar";
  line: number;
  text: string;
  /** The comment that follows on the same line, trimmed, without its `#`. */
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
  /** The line of the key; `value.line` is where the value starts. */
  line: number;
  value: DataNode;
}

/** The node under a path of map keys; undefined where any step is missing or no map. */
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

/** The scalar's text; undefined for maps, lists and absent nodes. */
export const textOf = (node: DataNode | undefined): string | undefined =>
  node?.kind === "scalar" ? node.text : undefined;

/** The scalar itself, where line and comment are wanted too. */
export const scalarAt = (node: DataNode | undefined, ...keys: string[]): ScalarNode | undefined => {
  const found = at(node, ...keys);
  return found?.kind === "scalar" ? found : undefined;
};

/** More nodes than any hand-written file has; aliases can unfold to more than memory holds. */
const MAX_NODES = 200_000;

/** Counts nodes as a document is built, and refuses a bomb. */
export class NodeBudget {
  #left = MAX_NODES;
  /** False when the document has become too large. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }
}

/** More levels than any hand-written file has, and few enough for whoever walks the document recursively. */
const MAX_DEPTH = 500;

export const tooDeep = (line: number | null): SyntaxProblem =>
  new SyntaxProblem("The document is nested too deeply.", line);

export function refuseDepth(depth: number, line: number): void {
  if (depth > MAX_DEPTH) throw tooDeep(line);
}

/** Parsers recurse; a document nested thousands deep ends their stack. Only then this throws, a SyntaxProblem. */
export function guardDepth<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(null);
    throw error;
  }
}
