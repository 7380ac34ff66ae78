import { findCall, findCoordinates, findPath, findTemplate, literalOf, argumentsOf } from "./expression.ts";
import { isProjectProperty, normalizedName, type GradleFacts, type Place } from "./facts.ts";
import { isPunctuation, isName, type Node } from "./script.ts";

const DECLARES = /^(?:def|val|var|const|final|String|static)$/;
const EXTRA = /^(?:(?:project|rootProject|gradle)\.)?(?:ext|extra|extraProperties)$/;
const COMMAND = /^(?:group|version)$/;
/** Blocks around properties of a project. */
const PROJECT_BLOCK = /^(?:allprojects|subprojects|base)$/;
const MAX_DEPTH = 10;

/** Records the assignment in a statement. Returns false if the statement assigns nothing. */
export function readAssignment(facts: GradleFacts, statement: readonly Node[], place: Place): boolean {
  const isDeclared = statement[0]?.kind === "name" && statement.some(isDeclaring);
  const at = statement.findIndex((node) => isPunctuation(node, "=") || (isDeclared && isName(node, "by")));
  if (at < 1) return readSetter(facts, statement, place);
  const target = statement.slice(0, at);
  const value = statement.slice(at + 1);
  const { line } = statement[0] ?? { line: 1 };
  if (isPunctuation(statement[at], "=")) {
    const renamed = findRenamed(target);
    if (renamed) {
      const text = findTemplate(value.at(-1)?.kind === "group" ? itemsOf(value.at(-1)) : value);
      if (text !== undefined) facts.renamed.push({ ...renamed, value: text });
      return true;
    }
  }
  if (isDeclared) {
    const name = declaredName(target);
    const given = isPunctuation(statement[at], "=") ? value : itemsOf(value[1]);
    if (name !== undefined) assign(facts, name, given, line, place.owner);
    return true;
  }
  const path = findPath(target);
  if (path === undefined || path === "") return false;
  if (isPluginId(path, place)) {
    const id = findTemplate(value);
    if (id !== undefined) facts.pluginIds.push({ id, line });
  } else if (isBaseImage(path, place)) {
    const text = findTemplate(value)?.replace(/^(?:docker|registry):\/\//, "");
    if (text !== undefined && !text.startsWith("tar://")) facts.baseImages.push({ text, line });
  } else if (isProperty(target, place)) assign(facts, scoped(path, place), value, line, "");
  return true;
}

const isDeclaring = (node: Node): boolean => node.kind === "name" && DECLARES.test(node.text);

/** `val name: String`, `def name`, `final String name`: the last name before the type. */
export function declaredName(target: readonly Node[]): string | undefined {
  const colon = target.findIndex((node) => isPunctuation(node, ":"));
  const name = (colon === -1 ? target : target.slice(0, colon)).at(-1);
  return name?.kind === "name" ? name.text : undefined;
}

/** `id = "…"` of a published plugin. */
const isPluginId = (path: string, { blocks }: Place): boolean =>
  path === "id" && blocks.includes("gradlePlugin");

/** `jib { from { image = "…" } }`, `jib.from.image = "…"` */
const isBaseImage = (path: string, { blocks }: Place): boolean =>
  /(?:^|\.)jib\.from\.image$/.test([...blocks, path].join("."));

/** Whether other scripts see the target: extra properties and properties of the project. */
function isProperty(target: readonly Node[], { blocks }: Place): boolean {
  if (EXTRA.test(blocks.at(-1) ?? "")) return true;
  const isExtra = target.some((node) => isName(node, "ext") || isName(node, "extra"));
  return isExtra || blocks.every((block) => block === "buildscript" || PROJECT_BLOCK.test(block));
}

/** Prefixes properties that a script sets for other projects. */
function scoped(path: string, { blocks }: Place): string {
  const name = normalizedName(path);
  const others = isProjectProperty(name)
    ? blocks.find((block) => /^(?:allprojects|subprojects)$/.test(block))
    : undefined;
  return others === undefined ? name : `${others}.${name}`;
}

/** Reads `set("name", "value")` of extra properties, `archivesName.set("value")` and Groovy's `group "value"`. */
function readSetter(facts: GradleFacts, statement: readonly Node[], place: Place): boolean {
  const call = findCall(statement);
  if (!call) return false;
  const { line } = statement[0] ?? { line: 1 };
  const { head, args } = call;
  const [first, second] = args.positional;
  const isExtra = /(?:^|\.)(?:ext|extra|extraProperties)\.set(?:Property)?$/.test(head);
  if (isExtra || (head === "set" && EXTRA.test(place.blocks.at(-1) ?? ""))) {
    const name = first && literalOf(first);
    if (name !== undefined && second) assign(facts, name, second, line, "");
    return true;
  }
  const isOwn = place.blocks.every((block) => PROJECT_BLOCK.test(block));
  if (!isOwn || !first || args.positional.length > 1) return false;
  const name = COMMAND.test(head) ? head : /^((?:project\.)?(?:base\.)?archivesName)\.set$/.exec(head)?.[1];
  if (name === undefined) return false;
  assign(facts, scoped(name.replace(/^project\./, ""), place), first, line, "");
  return true;
}

/** `project(":api").name = "acme-api"` */
function findRenamed(target: readonly Node[]): { project: string; key: "name" | "projectDir" } | undefined {
  const [head, group, dot, key] = target;
  if (!isName(head, "project") || group?.kind !== "group" || !isPunctuation(dot, ".") || key?.kind !== "name")
    return undefined;
  const project = literalOf(group.items)?.replace(/^:/, "");
  if (project === undefined || (key.text !== "name" && key.text !== "projectDir")) return undefined;
  return { project, key: key.text };
}

const itemsOf = (node: Node | undefined): Node[] => {
  if (node?.kind === "group") return node.items;
  return node?.kind === "block" ? (node.statements[0] ?? []) : [];
};

/** Records a value. For a map, also records each entry (`versions.kit`) and, if it describes a module, its coordinates. */
function assign(
  facts: GradleFacts,
  name: string,
  value: readonly Node[],
  line: number,
  owner: string,
  depth = 0,
): void {
  const [first, second] = value;
  const isMapOf = first?.kind === "name" && /^(?:mutableM|m)apOf$/.test(first.text);
  const group = isMapOf ? second : first;
  const text = findCoordinates(value);
  if (text !== undefined) {
    const names = owner === "" ? [name] : [`.${name}`, `${owner}.${name}`];
    facts.assignments.push(...names.map((each) => ({ name: each, value: text, line })));
  }
  if (group?.kind !== "group" || (group.opening !== "[" && !isMapOf) || depth > MAX_DEPTH) return;
  const { named, positional } = argumentsOf(group.items);
  for (const [key, entry] of named)
    assign(facts, `${name}.${key}`, entry, entry[0]?.line ?? line, owner, depth + 1);
  for (const [key, to, ...entry] of positional) {
    const entryName = key && literalOf([key]);
    if (entryName !== undefined && isName(to, "to"))
      assign(facts, `${name}.${entryName}`, entry, line, owner, depth + 1);
  }
}
