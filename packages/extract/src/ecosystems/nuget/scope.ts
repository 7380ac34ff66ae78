import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { NugetFacts } from "./facts.ts";

/** An MSBuild file with its values by name. */
export interface MsbuildFile {
  path: string;
  facts: NugetFacts;
  /** Values by lower-case name; null if conditions select between several. */
  properties: ReadonlyMap<string, string | null>;
  /** Properties that are set only under conditions other than having no value yet. */
  conditional: ReadonlySet<string>;
  /** Central versions by lower-case package ID; null if conditions select between several. */
  versions: ReadonlyMap<string, string | null>;
}

/** Returns a file and all files it imports, nearest first. */
export type ScopeOf = (path: string) => readonly MsbuildFile[];

/** Files that MSBuild imports implicitly, each from the nearest folder upward that has one. */
const IMPLICIT = ["Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets"];
const FILE_ABOVE =
  /GetPathOfFileAbove\(\s*'?(?<name>[\w.-]+)|GetDirectoryNameOfFileAbove\([^,]*,\s*'?(?<other>[\w.-]+)/;
const MAX_FILES = 64;

export function createScopes(files: readonly Facts<NugetFacts>[]): ScopeOf {
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
  const centralVersions = facts.uses.filter(
    ({ rule, isUpdate }) => rule === "package_version" || (rule === "package_reference" && isUpdate),
  );
  return {
    path,
    facts,
    properties: selectValues(
      facts.properties.map(({ name, value, isConditional }) => [name, value, isConditional]),
    ),
    conditional: conditionalNames(facts),
    versions: selectValues(
      centralVersions.flatMap(({ id, version, isConditional }) =>
        version === null ? [] : [[id.toLowerCase(), version, isConditional] as const],
      ),
    ),
  };
}

function conditionalNames({ properties }: NugetFacts): Set<string> {
  const unconditional = properties.filter(({ isConditional, isDefault }) => !isConditional || isDefault);
  return new Set(properties.map(({ name }) => name)).difference(
    new Set(unconditional.map(({ name }) => name)),
  );
}

/** Selects the last unconditional value, else the conditional value if all are equal. */
function selectValues(
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

/** A leading `$(…)` is tried as the folder of the file, then as the root. */
function findImport(
  byPath: ReadonlyMap<string, MsbuildFile>,
  from: string,
  target: string,
): string | undefined {
  const { name, other } = FILE_ABOVE.exec(target)?.groups ?? {};
  const above = name ?? other;
  const folder = posix.dirname(from);
  if (above !== undefined)
    return folder === "." ? undefined : findAbove(byPath, posix.dirname(folder), above);
  const path = target.replaceAll("\\", "/").replace(/^\$\([^()]*\)\/?/, "");
  return [posix.join(folder, path), posix.join(path)].find((each) => byPath.has(each.toLowerCase()));
}

/** A text with the repository's own properties interpolated. */
export interface BoundText {
  text: string;
  /** The first placeholder without a value, else null. */
  unbound: string | null;
}

const PLACEHOLDER = /\$\((?<name>[\w.-]+)\)/g;
/** Includes property functions, items, and the tokens of a .nuspec. */
const UNBOUND = /[$@%]\([^()]{0,100}\)?|\$\w+\$/;

const MAX_DEPTH = 16;
const MAX_STEPS = 200;
const MAX_LENGTH = 1024;

/** Interpolates `$(x)` in the scope of the file at `path`. The nearest value takes precedence. */
export function bind(text: string, path: string, scope: readonly MsbuildFile[]): BoundText {
  let steps = 0;
  const expand = (template: string, depth: number): string =>
    template.replace(PLACEHOLDER, (placeholder, name: string) => {
      steps += 1;
      const value = steps > MAX_STEPS || depth > MAX_DEPTH ? undefined : findProperty(name, path, scope);
      if (value === undefined) return placeholder;
      const expanded = expand(value, depth + 1);
      return expanded.length > MAX_LENGTH ? placeholder : expanded;
    });
  const bound = expand(text, 0);
  return { text: bound, unbound: UNBOUND.exec(bound)?.[0] ?? null };
}

/** Undefined if the nearest value depends on conditions, even if a file further away has one. */
export function findProperty(name: string, path: string, scope: readonly MsbuildFile[]): string | undefined {
  const key = name.toLowerCase();
  const nearest = scope.find(({ properties }) => properties.has(key));
  if (nearest) return nearest.properties.get(key) ?? undefined;
  return key === "msbuildprojectname" || key === "assemblyname"
    ? posix.basename(path, posix.extname(path))
    : undefined;
}
