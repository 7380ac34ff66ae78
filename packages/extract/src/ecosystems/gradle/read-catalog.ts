import { at, entriesOf, itemsOf, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { accessorOf, findTemplate, literalOf, type Call } from "./expression.ts";
import { emptyFacts, type GradleFacts, type Place, type Use, type UseRule } from "./facts.ts";
import { richVersion } from "./read-dependency.ts";
import { isName, type Node } from "./script.ts";

/** Reads the facts of a `libs.versions.toml`. Throws SyntaxProblem. */
export function readCatalog(file: SourceFile): GradleFacts {
  const root = file.toml();
  const facts = emptyFacts();
  for (const { key, line, value } of entriesOf(at(root, "versions"))) {
    const version = versionOf(value);
    if (version !== null)
      facts.assignments.push({ name: `versions.${accessorOf(key)}`, value: version, line });
  }
  for (const entry of entriesOf(at(root, "libraries"))) {
    readEntry(facts, "catalog_library", entry, moduleOf(entry.value));
  }
  for (const entry of entriesOf(at(root, "plugins"))) {
    readEntry(facts, "catalog_plugin", entry, textOf(entry.value) ?? textOf(at(entry.value, "id")));
  }
  for (const { key, value } of entriesOf(at(root, "bundles"))) {
    const members = itemsOf(value).flatMap((item) => textOf(item) ?? []);
    facts.bundles.push({ name: `bundles.${accessorOf(key)}`, members: members.map(accessorOf) });
  }
  return facts;
}

function moduleOf(value: DataNode): string | undefined {
  const [group, name] = [textOf(at(value, "group")), textOf(at(value, "name"))];
  const module = textOf(value) ?? textOf(at(value, "module"));
  return module ?? (group === undefined || name === undefined ? undefined : `${group}:${name}`);
}

function readEntry(
  facts: GradleFacts,
  rule: UseRule,
  { key, line, value }: MapEntry,
  coordinates: string | undefined,
): void {
  if (coordinates === undefined || !/^[^\s:]+(?::|$)/.test(coordinates)) {
    facts.problems.push({
      line,
      message: `"${key.slice(0, 100)}" has no valid ${rule === "catalog_plugin" ? "plugin ID" : "module"}.`,
    });
    return;
  }
  const version = value.kind === "map" ? versionOf(at(value, "version")) : null;
  facts.uses.push({ rule, line, coordinates, version, ...aliasOf(rule, key) });
}

/** By default, a library of a catalog is needed at runtime. */
const aliasOf = (rule: UseRule, key: string): Pick<Use, "alias" | "role" | "of"> =>
  rule === "catalog_plugin"
    ? { alias: `plugins.${accessorOf(key)}`, role: "build", of: "own" }
    : { alias: accessorOf(key), role: "runtime", of: "own" };

/** Returns a string, a reference to an entry of `[versions]`, or a rich version. */
function versionOf(node: DataNode | undefined): string | null {
  if (node?.kind !== "map") return textOf(node) ?? null;
  const ref = textOf(at(node, "ref"));
  if (ref !== undefined) return `\${versions.${accessorOf(ref)}}`;
  const texts = node.entries.flatMap(({ key, value }): [string, string][] => {
    const text = textOf(value);
    return text === undefined ? [] : [[key, text]];
  });
  return richVersion(new Map(texts));
}

/** Reads a call inside `versionCatalogs { … }` of a settings script: entries and imports. */
export function readCatalogCall(
  facts: GradleFacts,
  { head, args, tail }: Call,
  statement: readonly Node[],
  { blocks }: Place,
): void {
  const { line = 1 } = statement[0] ?? {};
  const texts = args.positional.map((each) => findTemplate(each));
  if (blocks.at(-1) === "versionCatalogs") {
    const name = /^(?:create|register|maybeCreate|getByName|named)$/.test(head) ? texts[0] : head;
    if (name !== undefined) facts.catalogs.push({ name, file: null });
    return;
  }
  const catalog = blocks.at(-1) ?? "";
  const [alias, first, second] = texts;
  if (head === "from") readFrom(facts, catalog, args.positional[0] ?? [], line);
  if (head === "bundle" && alias !== undefined)
    facts.bundles.push({
      name: `bundles.${accessorOf(alias)}`,
      members: membersOf(args.positional[1]),
      catalog,
    });
  if (alias === undefined || first === undefined) return;
  if (head === "version") {
    const name = `${catalog}.versions.${accessorOf(alias)}`;
    facts.assignments.push({ name, value: first, line });
  } else if (head === "library" || head === "plugin") {
    const coordinates = head === "library" && second !== undefined ? `${first}:${second}` : first;
    const version = versionInTail(tail, catalog);
    const rule = `catalog_${head}` as const;
    facts.uses.push({ rule, line, coordinates, version, ...aliasOf(rule, alias), catalog });
  }
}

/** `listOf("a", "b")`, `["a", "b"]` */
const membersOf = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).flatMap((node) =>
    node.kind === "group" ? node.items.flatMap((item) => literalOf([item]) ?? []).map(accessorOf) : [],
  );

function readFrom(facts: GradleFacts, catalog: string, from: readonly Node[], line: number): void {
  const group = from.at(-1);
  const file = group?.kind === "group" ? literalOf(group.items) : undefined;
  const coordinates = group?.kind === "group" ? undefined : findTemplate(from);
  if (file !== undefined) facts.catalogs.push({ name: catalog, file });
  else if (coordinates !== undefined)
    facts.uses.push({ rule: "catalog", line, coordinates, version: null, role: "runtime", of: "own" });
}

/** `.version("1")`, `.versionRef("kit")`, `.withoutVersion()` */
function versionInTail(tail: readonly Node[], catalog: string): string | null {
  for (const [index, node] of tail.entries()) {
    const next = tail[index + 1];
    const text = next?.kind === "group" ? findTemplate(next.items) : undefined;
    if (text !== undefined && isName(node, "version")) return text;
    if (text !== undefined && isName(node, "versionRef"))
      return `\${${catalog}.versions.${accessorOf(text)}}`;
  }
  return null;
}
