import { at, entriesOf, type DataNode, type MapEntry } from "../../document/node.ts";
import { isPackageName } from "./package-name.ts";

/** One line that asks for a package. */
export interface Entry {
  /** Which group it stands in: `dependencies`, `dev_dependencies`, … */
  group: string;
  line: number;
  name: string;
  specifier: string;
  /** The catalog that this entry is part of; null outside catalogs. */
  catalog: string | null;
}

/** What a repository calls one of its own packages. */
export interface Package {
  name: string;
  line: number;
  version: string | null;
  isPrivate: boolean;
  registryUrl: string | null;
}

export interface NpmFacts {
  package: Package | null;
  entries: Entry[];
  /** Entries that cannot be read; the others of the file are none the worse. */
  problems: { line: number; message: string }[];
}

export const emptyFacts = (): NpmFacts => ({ package: null, entries: [], problems: [] });

/** How the keys of a group name the package they are about; most groups have plain names. */
type NameOfKey = (key: string) => string;

/** Adds the entries of a map from names to specifiers. */
export function readGroup(
  facts: NpmFacts,
  group: string,
  node: DataNode | undefined,
  { nameOfKey = (key) => key, catalog = null }: { nameOfKey?: NameOfKey; catalog?: string | null } = {},
): void {
  for (const entry of groupEntries(facts, group, node)) {
    readEntry(facts, { group, catalog, name: nameOfKey(entry.key) }, entry);
  }
}

/** The entries of a map that may be absent or empty; a problem if it is something else. Keys of `//` are comments. */
export function groupEntries(facts: NpmFacts, group: string, node: DataNode | undefined): MapEntry[] {
  const isEmpty =
    node?.kind === "list" ? node.items.length === 0 : node?.kind === "scalar" && node.text === "";
  if (node && node.kind !== "map" && !isEmpty) {
    facts.problems.push({ line: node.line, message: `${group} is not a map of packages.` });
  }
  return entriesOf(node).filter((entry) => !entry.key.startsWith("//"));
}

export function readEntry(
  facts: NpmFacts,
  { group, catalog, name }: Pick<Entry, "group" | "catalog" | "name">,
  { key, line, value }: MapEntry,
): void {
  if (!isPackageName(name)) {
    facts.problems.push({ line, message: `${group}: "${key}" names no package.` });
  } else if (value.kind !== "scalar") {
    facts.problems.push({ line, message: `${group}: the version of "${key}" is not a text.` });
  } else {
    facts.entries.push({ group, line, name, specifier: value.text, catalog });
  }
}

/** `catalog` is the one without a name, `default`; `catalogs` has the others. */
export function readCatalogs(facts: NpmFacts, node: DataNode | undefined): void {
  readGroup(facts, "catalog", at(node, "catalog"), { catalog: "default" });
  for (const { key, value } of groupEntries(facts, "catalogs", at(node, "catalogs"))) {
    readGroup(facts, "catalog", value, { catalog: key });
  }
}
