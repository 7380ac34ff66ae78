import { isName, isPunctuation, splitAt, type Node } from "./script.ts";

/** Calls that return their receiver. */
const GETTERS = new Set(["get", "getOrNull", "asProvider", "toString", "trim", "trimIndent"]);
/** Calls that take the name of a property as a string. */
const BY_NAME = /^(?:(?:find|get)?[pP]roperty|gradleProperty|get|getByName|getValue)$/;
/** Receivers that do not change which property is meant, because outer properties are visible too. */
const RECEIVERS = new Set([
  "project",
  "rootProject",
  "this",
  "ext",
  "extra",
  "properties",
  "providers",
  "settings",
]);
const MAX_CODE = 80;
/** Methods that find an entry of a version catalog by its alias, with the accessor of its kind. */
const CATALOG_GETTERS: ReadonlyMap<string, string> = new Map([
  ["findLibrary", ""],
  ["findPlugin", "plugins."],
  ["findVersion", "versions."],
  ["findBundle", "bundles."],
]);
/** Parts of a version of a catalog. */
const VERSION_PARTS = /^(?:required|preferred|strict)Version$/;

/** Returns the accessor of an alias in scripts: `kit.core` for `kit-core` and `kit_core`. */
export const accessorOf = (alias: string): string => alias.replace(/[-_]/g, ".");

/** Returns the path of a property: `versions.kit` for `rootProject.ext.versions['kit']`. Returns undefined for other expressions. */
export function findPath(nodes: readonly Node[]): string | undefined {
  const path: string[] = [];
  const catalog = findNamedCatalog(nodes);
  if (catalog) path.push(catalog.name);
  const start = catalog?.end ?? 0;
  for (const [index, node] of nodes.slice(start).entries()) {
    if (node.kind === "name") {
      if (node.text === "as" && index > 0) break;
      if (index > 0 && !isDot(nodes[start + index - 1])) return undefined;
      if (VERSION_PARTS.test(node.text) && path.at(-1)?.startsWith("versions.")) continue;
      path.push(node.text);
    } else if (node.kind === "group") {
      if (node.items.length === 0 && node.opening === "(") {
        if (!GETTERS.has(path.pop() ?? "")) return undefined;
      } else {
        const key = literalOf(node.items);
        const method = node.opening === "(" ? (path.pop() ?? "") : undefined;
        const kind = CATALOG_GETTERS.get(method ?? "");
        if (key === undefined || (method !== undefined && kind === undefined && !BY_NAME.test(method)))
          return undefined;
        path.push(kind === undefined ? key : kind + accessorOf(key));
      }
    } else if (!isDot(node) && !isPunctuation(node, "!")) return undefined;
  }
  // A bare `name` is often the parameter of a closure: keep the receiver of `project.name`.
  while (path.length > 1 && RECEIVERS.has(path[0] ?? "") && !(path.length === 2 && path[1] === "name"))
    path.shift();
  return path.length === 0 ? undefined : path.join(".");
}

/** Finds `extensions.getByType<VersionCatalogsExtension>().named("libs")` at the start of an expression, and what follows. */
function findNamedCatalog(nodes: readonly Node[]): { name: string; end: number } | undefined {
  const at = nodes.findIndex((node) => isName(node, "named"));
  const group = nodes[at + 1];
  const name = group?.kind === "group" ? literalOf(group.items) : undefined;
  if (at === -1 || name === undefined) return undefined;
  const before = nodes.slice(0, at).flatMap((node) => (node.kind === "group" ? node.items : [node]));
  const isOfCatalogs = before.some(
    (node) => isName(node, "VersionCatalogsExtension") || isName(node, "versionCatalogs"),
  );
  return isOfCatalogs ? { name, end: at + 2 } : undefined;
}

const isDot = (node: Node | undefined): boolean => isPunctuation(node, ".") || isPunctuation(node, "?.");

export function literalOf([node, ...others]: readonly Node[]): string | undefined {
  const [text, ...more] = node?.kind === "string" && others.length === 0 ? node.parts : [];
  return typeof text === "string" && more.length === 0 ? text : undefined;
}

/**
 * Returns a string with `${name}` for variables and `${code}` for other interpolated code. Returns undefined for an
 * expression that is not a string.
 */
export function findTemplate(nodes: readonly Node[]): string | undefined {
  const operands = splitAt(nodes, "+");
  if (operands.length === 1) return findOperand(operands[0] ?? []);
  const texts = operands.map((operand) => findOperand(operand));
  if (texts.every((text) => text === undefined)) return undefined;
  return texts.map((text, i) => text ?? placeholder(operands[i] ?? [])).join("");
}

function findOperand(nodes: readonly Node[]): string | undefined {
  const [first, second] = nodes;
  if (first?.kind === "string") {
    const isWhole =
      nodes.length === 1 || isPunctuation(second, ".") || (second?.kind === "name" && second.text === "as");
    return isWhole
      ? first.parts.map((part) => (typeof part === "string" ? part : placeholder(part))).join("")
      : undefined;
  }
  if (first?.kind === "number" && nodes.length === 1) return first.text;
  if (first?.kind === "group" && first.opening === "(" && nodes.length === 1)
    return findTemplate(first.items);
  const path = findPath(nodes);
  return path === undefined ? undefined : `\${${path}}`;
}

const placeholder = (nodes: readonly Node[]): string =>
  `\${${
    findPath(nodes) ??
    codeOf(nodes)
      .replace(/[\s{}:,[\]()]+/g, " ")
      .trim()
      .slice(0, MAX_CODE)
  }}`;

function codeOf(nodes: readonly Node[]): string {
  return nodes
    .slice(0, MAX_CODE)
    .map((node) => {
      if (node.kind === "string") return node.parts.filter((part) => typeof part === "string").join("");
      if (node.kind === "group") return ` ${codeOf(node.items)} `;
      return node.kind === "block" ? " " : node.text;
    })
    .join("");
}

/** Arguments of a call or entries of a map: `name: value` in Groovy, `name = value` in Kotlin. */
export interface Arguments {
  positional: Node[][];
  named: Map<string, Node[]>;
}

export function argumentsOf(nodes: readonly Node[]): Arguments {
  const found: Arguments = { positional: [], named: new Map() };
  for (const part of splitAt(nodes, ",")) {
    const [key, mark, ...value] = part;
    const name = key?.kind === "name" ? key.text : key && literalOf([key]);
    if (name !== undefined && (isPunctuation(mark, ":") || isPunctuation(mark, "=")))
      found.named.set(name, value);
    else found.positional.push(part);
  }
  return found;
}

/** `head(arguments) tail` or `head arguments`. */
export interface Call {
  head: string;
  args: Arguments;
  /** What follows the brackets: `version "1"` in `id("x") version "1"`. */
  tail: Node[];
}

/** Finds a call by name. In Kotlin, the name may be a string: `"kapt"("…")`. */
export function findCall(statement: readonly Node[]): Call | undefined {
  const [first] = statement;
  const name = first?.kind === "name" ? first.text : first && literalOf([first]);
  if (name === undefined) return undefined;
  const head = [name];
  let at = 1;
  for (; isDot(statement[at]); at += 2) {
    const next = statement[at + 1];
    if (next?.kind !== "name") return undefined;
    head.push(next.text);
  }
  const next = statement[at];
  const isBracketed = next?.kind === "group" && next.opening === "(";
  const written = isBracketed ? next.items : statement.slice(at);
  return {
    head: head.join("."),
    args: argumentsOf(written.filter(({ kind }) => kind !== "block")),
    tail: isBracketed ? statement.slice(at + 1) : [],
  };
}

/** Returns the coordinates in string or map notation. For a list, returns one line for each element. */
export function findCoordinates(nodes: readonly Node[]): string | undefined {
  const [first, second] = nodes;
  const isList = first?.kind === "name" && (first.text === "listOf" || first.text === "mapOf");
  const group = isList ? second : first;
  if (group?.kind !== "group" || (!isList && group.opening !== "[")) return findTemplate(nodes);
  const args = argumentsOf(group.items);
  if (args.named.size > 0) return coordinatesOf(args.named);
  const texts = args.positional.map((each) => findTemplate(each));
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts.join("\n") : undefined;
}

/** `group: "a", name: "b", version: "c"` */
export function coordinatesOf(named: ReadonlyMap<string, Node[]>): string | undefined {
  const text = (key: string): string | undefined => {
    const value = named.get(key);
    return value && (findTemplate(value) ?? placeholder(value));
  };
  const [group, name, version] = [text("group"), text("name"), text("version")];
  if (group === undefined || name === undefined) return undefined;
  return version === undefined ? `${group}:${name}` : `${group}:${name}:${version}`;
}
