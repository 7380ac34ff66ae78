import { ParseError, parseTOML, type AST } from "toml-eslint-parser";
import { SyntaxProblem } from "../ecosystem.ts";
import type { SourceFile } from "../source-file.ts";
import { guardDepth, checkDepth, type DataNode, type ListNode, type MapNode } from "./node.ts";

/** Parses TOML. Tables and dotted keys become nested maps, `[[a]]` a list of maps. Throws SyntaxProblem. */
export function parseToml(file: SourceFile): MapNode {
  try {
    return guardDepth(() => new Converter(file.text, parseTOML(file.text)).convertDocument());
  } catch (error) {
    if (error instanceof ParseError)
      throw new SyntaxProblem(`Invalid TOML: ${error.message}.`, file.lineAt(error.index));
    throw error;
  }
}

class Converter {
  readonly #text: string;
  readonly #program: AST.TOMLProgram;
  readonly #comments: ReadonlyMap<number, string>;
  /** The values of each map by key, for linear time when many keys extend one table. */
  readonly #valuesByKey = new Map<MapNode, Map<string, DataNode>>();

  constructor(text: string, program: AST.TOMLProgram) {
    this.#text = text;
    this.#program = program;
    this.#comments = new Map(program.comments.map(({ loc, value }) => [loc.start.line, value.trim()]));
  }

  convertDocument(): MapNode {
    const root: MapNode = { kind: "map", line: 1, entries: [] };
    for (const item of this.#program.body[0].body) {
      if (item.type === "TOMLKeyValue") this.#addKeyValue(root, item, 0);
      else this.#addTable(root, item);
    }
    return root;
  }

  #addTable(root: MapNode, table: AST.TOMLTable): void {
    const { line } = table.loc.start;
    const names = table.key.keys.map(nameOf);
    const last = names.pop() ?? "";
    const map = this.#descend(root, names, line);
    const target =
      table.kind === "array" ? addItem(this.#listIn(map, last, line), line) : this.#mapIn(map, last, line);
    for (const pair of table.body) this.#addKeyValue(target, pair, names.length + 1);
  }

  #addKeyValue(map: MapNode, { key, value }: AST.TOMLKeyValue, depth: number): void {
    const { line } = key.loc.start;
    const names = key.keys.map(nameOf);
    const last = names.pop() ?? "";
    const target = this.#descend(map, names, line);
    this.#add(target, last, line, this.#convert(value, depth + names.length + 1));
  }

  #convert(node: AST.TOMLContentNode, depth: number): DataNode {
    const { line } = node.loc.start;
    checkDepth(depth, line);
    if (node.type === "TOMLArray") {
      return { kind: "list", line, items: node.elements.map((item) => this.#convert(item, depth + 1)) };
    }
    if (node.type === "TOMLInlineTable") {
      const map: MapNode = { kind: "map", line, entries: [] };
      for (const pair of node.body) this.#addKeyValue(map, pair, depth);
      return map;
    }
    const text = node.kind === "string" ? node.value : this.#text.slice(...node.range);
    return { kind: "scalar", line, text, comment: this.#comments.get(node.loc.end.line) ?? null };
  }

  #descend(from: MapNode, names: readonly string[], line: number): MapNode {
    checkDepth(names.length, line);
    let map = from;
    for (const name of names) map = this.#mapIn(map, name, line);
    return map;
  }

  /** Returns the map at a key, creating it if absent. For a list of tables, returns the last one. */
  #mapIn(map: MapNode, key: string, line: number): MapNode {
    const known = this.#valuesOf(map).get(key);
    if (known?.kind === "map") return known;
    const latest = known?.kind === "list" ? known.items.at(-1) : undefined;
    if (latest?.kind === "map") return latest;
    const created: MapNode = { kind: "map", line, entries: [] };
    this.#add(map, key, line, created);
    return created;
  }

  #listIn(map: MapNode, key: string, line: number): ListNode {
    const known = this.#valuesOf(map).get(key);
    if (known?.kind === "list") return known;
    const created: ListNode = { kind: "list", line, items: [] };
    this.#add(map, key, line, created);
    return created;
  }

  #add(map: MapNode, key: string, line: number, value: DataNode): void {
    map.entries.push({ key, line, value });
    this.#valuesOf(map).set(key, value);
  }

  #valuesOf(map: MapNode): Map<string, DataNode> {
    const values = this.#valuesByKey.get(map) ?? new Map<string, DataNode>();
    this.#valuesByKey.set(map, values);
    return values;
  }
}

function addItem(list: ListNode, line: number): MapNode {
  const item: MapNode = { kind: "map", line, entries: [] };
  list.items.push(item);
  return item;
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === "TOMLBare" ? key.name : key.value;
