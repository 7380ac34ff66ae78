import { argumentsOf } from "./expression.ts";
import { declaredName } from "./read-assignment.ts";
import { isPunctuation, isName, splitAt, type Block, type Node } from "./script.ts";

/** Loops with more rounds in total are not unrolled. */
const MAX_ROUNDS = 1_000;
/** Blocks that do not rebind `it`. */
const CONTROL = /^(?:if|else|for|while|try|catch|finally)$/;
const LIST_CALL = /^(?:(?:mutableL|l)istOf|setOf|arrayOf)$/;

/** The values of a closure's parameters in one round. */
type Round = ReadonlyMap<string, readonly Node[]>;
type Lists = ReadonlyMap<string, readonly Node[] | null>;

/** Replaces each loop over a literal list or map with its rounds. Elements keep their own lines. */
export function unrollLoops(statements: readonly Node[][]): Node[][] {
  const lists = new Map<string, readonly Node[] | null>();
  collectLists(statements, lists);
  return new Unroller(lists).unroll(statements);
}

/** Collects literal lists by name. Null for a name with several lists. */
function collectLists(statements: readonly Node[][], lists: Map<string, readonly Node[] | null>): void {
  for (const statement of statements) {
    const at = statement.findIndex((node) => isPunctuation(node, "="));
    const name = at > 0 ? declaredName(statement.slice(0, at)) : undefined;
    const items = name === undefined ? undefined : listItems(statement.slice(at + 1));
    if (name !== undefined && items) lists.set(name, lists.has(name) ? null : items);
    for (const node of statement) if (node.kind === "block") collectLists(node.statements, lists);
  }
}

/** `[a, b]`, `listOf(a, b)` */
function listItems([first, second, ...rest]: readonly Node[]): readonly Node[] | undefined {
  if (first?.kind === "group" && first.opening === "[") return second === undefined ? first.items : undefined;
  const isCall = first?.kind === "name" && LIST_CALL.test(first.text);
  return isCall && second?.kind === "group" && rest.length === 0 ? second.items : undefined;
}

class Unroller {
  readonly #lists: Lists;
  #rounds = 0;

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  unroll(statements: readonly Node[][]): Node[][] {
    return statements.flatMap((statement) => {
      const loop = this.#findLoop(statement);
      if (!loop) return [statement.map((node) => this.#unrollInside(node))];
      return loop.rounds.flatMap((round) => this.unroll(loop.body.map((each) => substitute(each, round))));
    });
  }

  #unrollInside(node: Node): Node {
    return node.kind === "block" ? { ...node, statements: this.unroll(node.statements) } : node;
  }

  #findLoop(statement: readonly Node[]): { body: Node[][]; rounds: Round[] } | undefined {
    const block = statement.at(-1);
    if (block?.kind !== "block") return undefined;
    const { over, parameters } = findHead(statement, block) ?? {};
    const items = over && (listItems(over) ?? this.#findList(over));
    const rounds = items && parameters && roundsOf(items, parameters);
    if (!rounds || rounds.length === 0 || this.#rounds + rounds.length > MAX_ROUNDS) return undefined;
    this.#rounds += rounds.length;
    return { body: block.statements, rounds };
  }

  /** `libs`, `rootProject.ext.libs` */
  #findList(over: readonly Node[]): readonly Node[] | undefined {
    const name = over.at(-1);
    return name?.kind === "name" ? (this.#lists.get(name.text) ?? undefined) : undefined;
  }
}

/** `list.each { dep -> … }`, `for (dep in list) { … }` */
function findHead(
  statement: readonly Node[],
  { parameters }: Block,
): { over: readonly Node[]; parameters: readonly string[] } | undefined {
  const [first, group] = statement;
  if (isName(first, "for") && group?.kind === "group") {
    const at = group.items.findIndex((node) => isName(node, "in") || isPunctuation(node, ":"));
    const name = group.items[at - 1];
    return name?.kind === "name" ? { over: group.items.slice(at + 1), parameters: [name.text] } : undefined;
  }
  const [dot, verb] = statement.slice(-3);
  if (!isPunctuation(dot, ".") || !(isName(verb, "each") || isName(verb, "forEach"))) return undefined;
  return { over: statement.slice(0, -3), parameters: parameters.length === 0 ? ["it"] : parameters };
}

/** Returns undefined unless the parameters are one element, or key and value of a map. */
function roundsOf(
  items: readonly Node[],
  [first = "", second, ...others]: readonly string[],
): Round[] | undefined {
  const { named } = argumentsOf(items);
  if (others.length > 0 || named.size > 0 !== (second !== undefined)) return undefined;
  if (second === undefined) return splitAt(items, ",").map((element) => new Map([[first, element]]));
  return Array.from(named, ([key, value]) => {
    const { line } = value[0] ?? { line: 1 };
    return new Map([
      [first, [{ kind: "string" as const, parts: [key], line }]],
      [second, value],
    ]);
  });
}

/** Replaces parameters with their values, but not in paths (`it.name`). */
function substitute(statement: readonly Node[], round: Round): Node[] {
  const inner = isControl(statement) ? round : new Map([...round].filter(([name]) => name !== "it"));
  return statement.flatMap((node, index) => {
    if (node.kind === "name" && !isPath(statement, index)) return [...(round.get(node.text) ?? [node])];
    if (node.kind === "group") return [{ ...node, items: substitute(node.items, round) }];
    if (node.kind === "string")
      return [{ ...node, parts: node.parts.flatMap((part) => substituteInPart(part, round)) }];
    if (node.kind !== "block") return [node];
    const seen = new Map([...inner].filter(([name]) => !node.parameters.includes(name)));
    return [{ ...node, statements: node.statements.map((each) => substitute(each, seen)) }];
  });
}

const isControl = ([first]: readonly Node[]): boolean => first?.kind === "name" && CONTROL.test(first.text);

const isPath = (nodes: readonly Node[], index: number): boolean =>
  [nodes[index - 1], nodes[index + 1]].some((node) => isPunctuation(node, ".") || isPunctuation(node, "?."));

/** Replaces parameters in interpolated code. A string value becomes part of the text. */
function substituteInPart(part: string | Node[], round: Round): (string | Node[])[] {
  if (typeof part === "string") return [part];
  const nodes = substitute(part, round);
  const [node] = nodes;
  if (nodes.length === 1 && node?.kind === "string") return node.parts;
  return [nodes.length === 1 && node?.kind === "number" ? node.text : nodes];
}
