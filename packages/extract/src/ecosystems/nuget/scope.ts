import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { NugetFacts } from "./facts.ts";

/** An MSBuild file with what it says by name. */
export interface MsbuildFile {
  path: string;
  facts: NugetFacts;
  /** By lower-case name; null where conditions decide between several values. */
  properties: ReadonlyMap<string, string | null>;
  /** Those that only conditions set, other than that they have no value yet. */
  conditional: ReadonlySet<string>;
  /** The versions it sets for packages that others ask for, by lower-case name; likewise. */
  versions: ReadonlyMap<string, string | null>;
}

/** The file and all that it imports, the nearest first. */
export type ScopeOf = (path: string) => readonly MsbuildFile[];

/** What MSBuild imports by itself, each from the nearest folder upwards that has one. */
const IMPLICIT = ["Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets"];
const FILE_ABOVE =
  /GetPathOfFileAbove\(\s*'?(?<name>[\w.-]+)|GetDirectoryNameOfFileAbove\([^,]*,\s*'?(?<other>[\w.-]+)/;
/** More imports than anybody has. */
const MAX_FILES = 64;

export function scopes(files: readonly Facts<NugetFacts>[]): ScopeOf {
  const byPath = new Map(
    files
      .filter(({ facts }) => facts.sdk !== null)
      .map((file) => [file.path.toLowerCase(), msbuildFile(file)]),
  );
  const knownScopes = new Map<string, readonly MsbuildFile[]>();
  return (path) => {
    const known = knownScopes.get(path);
    if (known) return known;
    const found = new Map<string, MsbuildFile>();
    const queue = [path, ...IMPLICIT.flatMap((name) => findAbove(byPath, posix.dirname(path), name) ?? [])];
    for (let next = queue.shift(); next !== undefined && found.size < MAX_FILES; next = queue.shift()) {
      const file = byPath.get(next.toLowerCase());
      if (!file || found.has(file.path)) continue;
      found.set(file.path, file);
      queue.push(
        ...file.facts.imports
          .slice(0, MAX_FILES)
          .flatMap((each) => findImport(byPath, file.path, each) ?? []),
      );
    }
    const scope = [...found.values()];
    knownScopes.set(path, scope);
    return scope;
  };
}

function msbuildFile({ path, facts }: Facts<NugetFacts>): MsbuildFile {
  const gives = facts.uses.filter(
    ({ rule, isUpdate }) => rule === "package_version" || (rule === "package_reference" && isUpdate),
  );
  return {
    path,
    facts,
    properties: decided(
      facts.properties.map(({ name, value, isConditional }) => [name, value, isConditional]),
    ),
    conditional: conditional(facts),
    versions: decided(
      gives.flatMap(({ id, version, isConditional }) =>
        version === null ? [] : [[id.toLowerCase(), version, isConditional] as const],
      ),
    ),
  };
}

function conditional({ properties }: NugetFacts): Set<string> {
  const firm = properties.filter(({ isConditional, isDefault }) => !isConditional || isDefault);
  return new Set(properties.map(({ name }) => name)).difference(new Set(firm.map(({ name }) => name)));
}

/** The last value without condition; without one, what all conditional ones agree on. */
function decided(
  entries: readonly (readonly [name: string, value: string, isConditional: boolean])[],
): Map<string, string | null> {
  const values = new Map<string, string | null>();
  for (const [name, value, isConditional] of entries) {
    if (!isConditional) continue;
    const known = values.get(name);
    values.set(name, known === undefined || known === value ? value : null);
  }
  for (const [name, value, isConditional] of entries) if (!isConditional) values.set(name, value);
  return values;
}

function findAbove(byPath: ReadonlyMap<string, MsbuildFile>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder, name);
    if (byPath.has(path.toLowerCase())) return path;
    if (folder === "." || folder === "/") return undefined;
  }
}

/** A path after a folder that only MSBuild knows is tried beside the file, then at the root. */
function findImport(
  byPath: ReadonlyMap<string, MsbuildFile>,
  from: string,
  written: string,
): string | undefined {
  const { name, other } = FILE_ABOVE.exec(written)?.groups ?? {};
  const above = name ?? other;
  const folder = posix.dirname(from);
  if (above !== undefined)
    return folder === "." ? undefined : findAbove(byPath, posix.dirname(folder), above);
  const path = written.replaceAll("\\", "/").replace(/^\$\([^()]*\)\/?/, "");
  return [posix.join(folder, path), posix.join(path)].find((each) => byPath.has(each.toLowerCase()));
}
