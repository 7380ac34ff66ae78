import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { Entry, NpmFacts } from "./entry.ts";

/** A specifier after the repository's own references are followed. */
export interface BoundSpecifier {
  text: string;
  /** What was sought and not found, else null. */
  unbound: string | null;
}

export interface Bindings {
  /** By directory of the file that holds them: specifiers by catalog and package. */
  catalogs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** By directory of the manifest: specifiers of its direct dependencies. */
  direct: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Where a package stands in several groups, npm takes `$name` from the first of these. */
const DIRECT_GROUPS = ["dev_dependencies", "optional_dependencies", "dependencies", "peer_dependencies"];
/** What a template engine or a shell puts in later. */
const PLACEHOLDER = /\{\{|<%|\$\{/;

const catalogKey = (catalog: string, name: string): string => `${catalog}\0${name}`;

export function collectBindings(files: readonly Facts<NpmFacts>[]): Bindings {
  const catalogs = new Map<string, Map<string, string>>();
  const direct = new Map<string, Map<string, string>>();
  for (const { path, facts } of files) {
    const directory = posix.dirname(path);
    for (const { catalog, name, specifier } of facts.entries) {
      if (catalog !== null) setFirst(catalogs, directory, catalogKey(catalog, name), specifier);
    }
    for (const entry of DIRECT_GROUPS.flatMap((group) =>
      facts.entries.filter((each) => each.group === group),
    )) {
      setFirst(direct, directory, entry.name, entry.specifier);
    }
  }
  return { catalogs, direct };
}

function setFirst(
  maps: Map<string, Map<string, string>>,
  directory: string,
  key: string,
  value: string,
): void {
  const map = maps.get(directory) ?? new Map<string, string>();
  maps.set(directory, map);
  if (!map.has(key)) map.set(key, value);
}

/** Follows `$name` of an override to the direct dependency, and `catalog:` (of either) to the catalog. */
export function bindSpecifier(bindings: Bindings, path: string, entry: Entry): BoundSpecifier {
  const directory = posix.dirname(path);
  const { name, specifier } = entry;
  if (PLACEHOLDER.test(specifier)) return { text: specifier, unbound: specifier };
  const reference = specifier.startsWith("$") ? specifier.slice(1) : undefined;
  const declared = reference === undefined ? specifier : bindings.direct.get(directory)?.get(reference);
  const text = declared?.startsWith("catalog:")
    ? fromCatalog(bindings, directory, declared.slice("catalog:".length).trim(), reference ?? name)
    : declared;
  if (text === undefined || text.startsWith("catalog:") || text.startsWith("$"))
    return { text: specifier, unbound: specifier };
  return { text, unbound: null };
}

/** The nearest directory upwards that has catalogs decides. */
function fromCatalog(bindings: Bindings, from: string, catalog: string, name: string): string | undefined {
  for (let directory = from; ; directory = posix.dirname(directory)) {
    const entries = bindings.catalogs.get(directory);
    if (entries) return entries.get(catalogKey(catalog || "default", name));
    if (directory === "." || directory === "/") return undefined;
  }
}
