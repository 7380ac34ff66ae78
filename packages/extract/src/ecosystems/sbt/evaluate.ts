import type { Facts } from "../../ecosystem.ts";
import { pathOf, type Node, type SbtFacts, type Statement } from "./tree.ts";

export type SbtFile = Facts<SbtFacts>;

/** An expression with the names that are known where it is written. */
export interface Closure {
  node: Node;
  scope: Scope;
}

export interface Scope {
  file: string;
  /** The object or function around the expression. */
  owner: string | null;
  locals: ReadonlyMap<string, Closure>;
}

interface Definition {
  statement: Statement;
  scope: Scope;
}

/** Bounds the work for one repository: calls can expand exponentially. */
const MAX_STEPS = 50_000;
const MAX_DEPTH = 60;

/** Looks up and expands the values and functions of one build, without running it. */
export class Evaluator {
  /** By name, and by `Owner.name`. */
  readonly #definitions = new Map<string, Definition[]>();
  #steps = 0;
  /** Expressions that a reader is within. */
  readonly active = new Set<Node>();

  /** `files` are the scripts and sources of one build. */
  constructor(files: readonly SbtFile[]) {
    for (const { path, facts } of files) this.#define(facts.statements, topScope(path));
  }

  #define(statements: readonly Statement[], scope: Scope): void {
    for (const statement of statements) {
      if (statement.kind === "expression" || statement.name === "") continue;
      const keys = [statement.name, ...(scope.owner === null ? [] : [`${scope.owner}.${statement.name}`])];
      for (const key of keys) {
        const known = this.#definitions.get(key);
        if (known) known.push({ statement, scope });
        else this.#definitions.set(key, [{ statement, scope }]);
      }
      if (statement.kind === "object" && statement.body.kind === "block")
        this.#define(statement.body.statements, { ...scope, owner: statement.name });
    }
  }

  /** Replaces names and calls by their values. Unknown ones stay. */
  reduce(closure: Closure, depth = 0): Closure {
    const { node, scope } = closure;
    if (depth > MAX_DEPTH || this.#isExhausted()) return closure;
    if (node.kind === "name" || node.kind === "member") {
      const path = pathOf(node);
      const found = path === undefined ? undefined : this.#findPath(path, scope, depth);
      if (found !== undefined) return found;
      if (path !== undefined || node.kind !== "member") return closure;
      return this.#select(this.reduce({ node: node.of, scope }, depth + 1), [node.name], depth) ?? closure;
    }
    if (node.kind === "call") {
      const called = this.enter(closure);
      return called === undefined ? closure : this.reduce(called, depth + 1);
    }
    if (node.kind === "block") {
      const result = this.resultOf(closure);
      return result === undefined ? closure : this.reduce(result, depth + 1);
    }
    return closure;
  }

  /** Returns the body of the function that is called, with its parameters bound. Undefined if it is not of the build. */
  enter({ node, scope }: Closure): Closure | undefined {
    if (node.kind !== "call" || this.#isExhausted()) return undefined;
    const lists: Node[][] = [];
    let callee: Node = node;
    for (; callee.kind === "call"; callee = callee.of) lists.unshift(callee.arguments);
    const path = pathOf(callee);
    const definition = path && this.#find(path, scope, "function")?.definition;
    if (definition === undefined) return undefined;
    const { statement } = definition;
    const locals = bind(statement, lists.flat(), scope, definition.scope);
    return { node: statement.body, scope: { ...definition.scope, locals } };
  }

  /** Returns the last expression of a block, with the values of the block bound. */
  resultOf({ node, scope }: Closure): Closure | undefined {
    if (node.kind !== "block") return undefined;
    const inner = localScope(node.statements, scope);
    const result = node.statements.findLast(({ kind }) => kind === "expression");
    return result && { node: result.body, scope: inner };
  }

  /** Returns the text of an expression, or undefined if a part of it is unknown. */
  text(closure: Closure, depth = 0): string | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const { node, scope } = this.reduce(closure, depth);
    if (node.kind === "text") {
      const parts = node.parts.map((part) =>
        typeof part === "string" ? part : this.text({ node: part, scope }, depth + 1),
      );
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    if (node.kind !== "infix" || node.operator !== "+") return undefined;
    const left = this.text({ node: node.left, scope }, depth + 1);
    const right = this.text({ node: node.right, scope }, depth + 1);
    return left === undefined || right === undefined ? undefined : left + right;
  }

  #findPath(path: readonly string[], scope: Scope, depth: number): Closure | undefined {
    const [first = "", ...rest] = path;
    const local = scope.locals.get(first);
    if (local !== undefined) return this.#select(this.reduce(local, depth + 1), rest, depth);
    const found = this.#find(path, scope, "value") ?? this.#find(path, scope, "function");
    if (found === undefined || found.definition.statement.parameters.length > 0) return undefined;
    const { statement, scope: around } = found.definition;
    return this.#select(this.reduce({ node: statement.body, scope: around }, depth + 1), found.rest, depth);
  }

  /** Follows fields of a class of the build: `versions.play` after `val versions = PlayVersions("3.0")`. */
  #select(closure: Closure, fields: readonly string[], depth: number): Closure | undefined {
    const [field, ...rest] = fields;
    if (field === undefined) return closure;
    const { node, scope } = closure;
    if (node.kind !== "call") return undefined;
    const path = pathOf(node.of);
    const definition = path && this.#find(path, scope, "class")?.definition;
    if (definition === undefined) return undefined;
    const { statement } = definition;
    const locals = bind(statement, node.arguments, scope, definition.scope);
    const members = statement.body.kind === "block" ? statement.body.statements : [];
    const inside = localScope(members, { ...definition.scope, locals });
    const value = inside.locals.get(field);
    return value && this.#select(this.reduce(value, depth + 1), rest, depth);
  }

  /** Finds the definition of a path or of its beginning. A name with several definitions is that of its file or object. */
  #find(
    path: readonly string[],
    { file, owner }: Scope,
    kind: Statement["kind"],
  ): { definition: Definition; rest: string[] } | undefined {
    for (let end = Math.min(path.length, 8) - 1; end > 0; end -= 1) {
      const definition = single(this.#defined(`${path[end - 1]}.${path[end]}`, kind));
      if (definition) return { definition, rest: path.slice(end + 1) };
    }
    const [name = "", ...rest] = path;
    const all = this.#defined(name, kind);
    const definition =
      single(all.filter(({ scope }) => scope.file === file && scope.owner === owner)) ??
      single(all.filter(({ scope }) => scope.file === file && scope.owner === null)) ??
      single(all);
    return definition && { definition, rest };
  }

  #isExhausted(): boolean {
    this.#steps += 1;
    return this.#steps > MAX_STEPS;
  }

  #defined(key: string, kind: Statement["kind"]): Definition[] {
    return (this.#definitions.get(key) ?? []).filter(({ statement }) => statement.kind === kind);
  }
}

const single = (definitions: readonly Definition[]): Definition | undefined =>
  definitions.length === 1 ? definitions[0] : undefined;

export const topScope = (file: string): Scope => ({ file, owner: null, locals: new Map() });

/** Adds the values of a block or class. Each may refer to all of them. */
function localScope(statements: readonly Statement[], scope: Scope): Scope {
  const values = statements.filter(({ kind, name }) => kind === "value" && name !== "");
  if (values.length === 0) return scope;
  const locals = new Map(scope.locals);
  const inner = { ...scope, locals };
  for (const { name, body } of values) locals.set(name, { node: body, scope: inner });
  return inner;
}

/** Binds parameters to arguments by position and name, and to their defaults. */
function bind(
  { parameters }: Statement,
  given: readonly Node[],
  caller: Scope,
  around: Scope,
): ReadonlyMap<string, Closure> {
  const locals = new Map<string, Closure>();
  for (const [index, parameter] of parameters.entries()) {
    const named = given.find(
      (each) =>
        each.kind === "infix" &&
        each.operator === "=" &&
        each.left.kind === "name" &&
        each.left.name === parameter.name,
    );
    const node = named?.kind === "infix" ? named.right : isNamed(given[index]) ? undefined : given[index];
    if (node) locals.set(parameter.name, { node, scope: caller });
    else if (parameter.default) locals.set(parameter.name, { node: parameter.default, scope: around });
  }
  return locals;
}

const isNamed = (node: Node | undefined): boolean => node?.kind === "infix" && node.operator === "=";
