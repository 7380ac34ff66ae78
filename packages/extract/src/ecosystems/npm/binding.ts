import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { foldersUpFrom } from "../../lock-file.ts";
import { isTestInput } from "../../repository-path.ts";
import type { Entry, NpmFacts } from "./read.ts";

/** A specifier with references to catalogs and other dependencies resolved. */
export interface BoundSpecifier {
  text: string;
  /** The reference that was not found, else null. */
  unbound: string | null;
}

export interface Bindings {
  /** Specifiers by catalog and package, by directory of their file. */
  catalogs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Specifiers of direct dependencies, by directory of the manifest. */
  direct: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The groups that are not installed with a package. */
const DEV_GROUPS = new Set(["dev_dependencies", "package_manager"]);

export const isDevGroup = (group: string): boolean => DEV_GROUPS.has(group);

/** The precedence of groups in which npm looks up `$name`. */
const DIRECT_GROUPS = ["dev_dependencies", "optional_dependencies", "dependencies", "peer_dependencies"];
/** A placeholder of a template engine or a shell. */
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

/** Resolves `$name` of an override to the direct dependency, and `catalog:` of either to the catalog entry. */
export function bindSpecifier(bindings: Bindings, path: string, entry: Entry): BoundSpecifier {
  const directory = posix.dirname(path);
  const { name, specifier } = entry;
  if (PLACEHOLDER.test(specifier)) return { text: specifier, unbound: specifier };
  const reference = specifier.startsWith("$") ? specifier.slice(1) : undefined;
  const declared = reference === undefined ? specifier : bindings.direct.get(directory)?.get(reference);
  const text = declared?.startsWith("catalog:")
    ? lookUpInCatalog(bindings, directory, declared.slice("catalog:".length).trim(), reference ?? name)
    : declared;
  if (text === undefined || text.startsWith("catalog:") || text.startsWith("$"))
    return { text: specifier, unbound: specifier };
  return { text, unbound: null };
}

const lookUpInCatalog = (
  bindings: Bindings,
  from: string,
  catalog: string,
  name: string,
): string | undefined => findCatalogs(bindings, from)?.entries.get(catalogKey(catalog || "default", name));

/** Returns the catalogs of the nearest directory upward that has any. */
function findCatalogs(
  { catalogs }: Bindings,
  from: string,
): { directory: string; entries: ReadonlyMap<string, string> } | undefined {
  for (const directory of foldersUpFrom(from)) {
    const entries = catalogs.get(directory);
    if (entries) return { directory, entries };
  }
  return undefined;
}

/** Returns a function that tells whether a package that is not a test needs a catalog's entry at runtime. */
export function catalogUses(
  bindings: Bindings,
  files: readonly Facts<NpmFacts>[],
): (path: string, entry: Entry) => boolean {
  const used = new Set(
    files
      .filter(({ path }) => !isTestInput(path))
      .flatMap(({ path, facts }) => {
        const directory = findCatalogs(bindings, posix.dirname(path))?.directory;
        return facts.entries
          .filter(({ group, specifier }) => specifier.startsWith("catalog:") && !isDevGroup(group))
          .map(({ name, specifier }) => {
            const catalog = specifier.slice("catalog:".length).trim() || "default";
            return `${directory}\0${catalogKey(catalog, name)}`;
          });
      }),
  );
  return (path, { catalog, name }) => used.has(`${posix.dirname(path)}\0${catalogKey(catalog ?? "", name)}`);
}
