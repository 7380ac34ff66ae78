import type { Role } from "@knockon/contract/vocabulary/role";
import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
} from "../../document/node.ts";
import { addProblem, emptyFacts, type PypiFacts, type Source } from "./facts.ts";
import { roleOfGroup } from "./purpose.ts";
import { findPlaceholder, isPackageName, normalizeName, parseLocation } from "./requirement.ts";

/** Adds the dependencies of `tool.poetry`, including groups and the older `dev-dependencies`. */
export function readPoetry(facts: PypiFacts, poetry: DataNode | undefined): void {
  const extras = rolesOfExtras(at(poetry, "extras"));
  readTable(facts, "poetry_dependencies", at(poetry, "dependencies"), (name) => extras.get(name) ?? null);
  readTable(facts, "poetry_dev_dependencies", at(poetry, "dev-dependencies"), () => "dev");
  for (const { key, value } of entriesOf(at(poetry, "group"))) {
    const role = roleOfGroup(key) ?? "dev";
    readTable(facts, "poetry_group", at(value, "dependencies"), () => role);
  }
}

/** Returns the role of each package whose extras all have it. */
function rolesOfExtras(node: DataNode | undefined): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const { key, value } of entriesOf(node)) {
    for (const item of itemsOf(value)) {
      const name = normalizeName(textOf(item) ?? "");
      const role = roleOfGroup(key) ?? "runtime";
      roles.set(name, roles.has(name) && roles.get(name) !== role ? "runtime" : role);
    }
  }
  return roles;
}

const SETTINGS = new Set(["source", "requires", "scripts", "pipenv"]);

/** Reads the facts of a `Pipfile`. Every table except for settings is a category of packages. */
export function readPipfile(root: DataNode): PypiFacts {
  const facts = emptyFacts();
  for (const { key, value } of entriesOf(root)) {
    if (SETTINGS.has(key) || value.kind !== "map") continue;
    if (key === "packages") readTable(facts, "pipfile_packages", value, () => null);
    else readTable(facts, "pipfile_dev_packages", value, () => roleOfGroup(key) ?? "dev");
  }
  return facts;
}

/** Adds the entries of a map from names to constraints or tables. `roleOf` takes a normalized name. */
function readTable(
  facts: PypiFacts,
  group: string,
  node: DataNode | undefined,
  roleOf: (name: string) => Role | null,
): void {
  if (node && node.kind !== "map") addProblem(facts, node.line, `${group} must be a map of packages.`);
  for (const entry of entriesOf(node)) {
    if (entry.key === "python") continue;
    // A list contains several constraints of one package, for different platforms.
    const alternatives = entry.value.kind === "list" ? entry.value.items : [entry.value];
    for (const value of alternatives) addEntry(facts, { group, roleOf }, entry, value);
  }
}

function addEntry(
  facts: PypiFacts,
  { group, roleOf }: { group: string; roleOf: (name: string) => Role | null },
  { key, line }: MapEntry,
  value: DataNode,
): void {
  if (!isPackageName(key)) {
    addProblem(facts, line, `${group}: "${key.slice(0, 100)}" is not a valid package name.`);
    return;
  }
  const source = tableSource(value) ?? { kind: "index" as const, constraint: constraintOf(value) };
  const text = formatSource(source);
  facts.locationLines.push(...locationLines(value));
  facts.requirements.push({
    group,
    role: roleOf(normalizeName(key)),
    line: value.kind === "map" && value.line > line ? value.line : line,
    raw: text === "" ? key : `${key} ${text}`,
    name: normalizeName(key),
    source,
    unbound: source.kind === "path" ? null : findPlaceholder(text),
    isRedirectable: false,
  });
}

const constraintOf = (value: DataNode): string | null =>
  (value.kind === "scalar" ? value.text : textOf(at(value, "version"))) || null;

function formatSource(source: Source): string {
  switch (source.kind) {
    case "index":
      return source.constraint ?? "";
    case "git":
      return source.ref === null ? `@ ${source.url}` : `@ ${source.url}@${source.ref}`;
    case "path":
      return `@ ${source.path}`;
    case "url":
      return `@ ${source.url}`;
    case "local":
    default:
      return "";
  }
}

const LOCATIONS = ["git", "url", "file", "path"];
const REFS = ["rev", "tag", "branch", "ref"];

/** Returns the source in a table of uv, Poetry or pipenv; undefined if the package comes from an index. */
export function tableSource(node: DataNode): Source | undefined {
  const text = (key: string): string | undefined => textOf(at(node, key)) || undefined;
  if (text("workspace") === "true") return { kind: "local" };
  const git = text("git");
  if (git !== undefined) {
    const { source } = parseLocation(/^git\+/i.test(git) ? git : `git+${git}`);
    const ref = REFS.map(text).find((each) => each !== undefined);
    return source.kind === "git" ? { ...source, ref: ref ?? source.ref } : source;
  }
  const path = text("path") ?? text("file");
  const url = text("url") ?? (/^https?:/i.test(path ?? "") ? path : undefined);
  if (url !== undefined) return parseLocation(url).source;
  return path === undefined ? undefined : { kind: "path", path };
}

/** Returns the lines of the URLs and paths in a table. */
export const locationLines = (node: DataNode): number[] =>
  LOCATIONS.flatMap((key) => scalarAt(node, key)?.line ?? []);
