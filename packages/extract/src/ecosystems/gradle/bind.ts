import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { isProjectProperty, normalizedName, type GradleFacts } from "./facts.ts";
import { isCatalog, isConstants, isProperties } from "./projects.ts";
import { scopes, type Scopes } from "./scopes.ts";

export type GradleFile = Facts<GradleFacts>;

/** A text with its variables interpolated. */
export interface BoundText {
  text: string;
  /** The first placeholder without a known value, or null. */
  unbound: string | null;
}

export interface Binder extends Scopes {
  /** Interpolates a text of the file at `path`. */
  bind: (text: string, path: string) => BoundText;
  /** Whether a name is that of a version catalog in the repository. */
  isCatalogName: (name: string) => boolean;
  /** The files of each version catalog by its name in scripts. */
  catalogs: ReadonlyMap<string, readonly string[]>;
}

/** A value and the file in whose scope its own variables are looked up. */
interface Value {
  text: string;
  path: string;
}

/** Values by name. Null for a name with several values. */
type Names = Map<string, string | null>;

const PLACEHOLDER = /\$\{(?<name>[^{}]*)\}/g;
const UNBOUND = /\$\{[^{}]*\}?|\{\{[^{}]{0,100}\}{0,2}|<%/;
/** Limits of nested interpolation. */
const MAX_DEPTH = 16;
const MAX_STEPS = 200;
const MAX_LENGTH = 4096;

/** `findBuiltIn` returns values that no script assigns, such as `project.name`. */
export function binder(
  files: readonly GradleFile[],
  findBuiltIn: (name: string, path: string) => string | undefined,
): Binder {
  const names = new Map(files.map((file) => [file.path, namesOf(file)]));
  const { scopeOf, projectOf } = scopes(files);
  const catalogs = catalogFiles(files);
  const constants = mergedNames(files.filter(({ path }) => isConstants(path)));

  const find = (written: string, path: string): Value | undefined => {
    const name = normalizedName(written);
    const builtIn = findBuiltIn(name, path);
    if (builtIn !== undefined) return { text: builtIn, path };
    const project = projectOf(path);
    for (const file of scopeOf(path)) {
      const known = names.get(file.path);
      const seen = file.path === path && known?.has(`.${name}`) ? `.${name}` : name;
      for (const each of spellings(seen, project.has(file), file.path)) {
        const text = known?.get(each);
        if (text !== undefined)
          return text === null ? undefined : { text, path: isProjectProperty(name) ? path : file.path };
      }
    }
    const [catalog = "", ...rest] = name.split(".");
    for (const from of catalogs.get(catalog) ?? []) {
      const text = names.get(from)?.get(rest.join("."));
      if (text != null) return { text, path: from };
    }
    // A variable for a catalog: `val entries = versionCatalogs.named("libs")`.
    const own = names.get(path);
    const held = /^\$\{(?<entries>\w+)\}$/.exec(own?.get(`.${catalog}`) ?? own?.get(catalog) ?? "");
    const entries = held?.groups?.["entries"] ?? "";
    if (rest.length > 0 && !catalogs.has(catalog) && catalogs.has(entries))
      return { text: `\${${[entries, ...rest].join(".")}}`, path };
    // The default of Gradle.
    if (name === "archivesName") return { text: "${project.name}", path };
    return constants.get(name) ?? undefined;
  };

  const bind = (written: string, path: string): BoundText => {
    let steps = 0;
    const expand = (text: string, at: string, depth: number): string =>
      text.replace(PLACEHOLDER, (placeholder, name: string) => {
        steps += 1;
        const value = steps > MAX_STEPS || depth > MAX_DEPTH ? undefined : find(name, at);
        if (value === undefined) return placeholder;
        const expanded = expand(value.text, value.path, depth + 1);
        return expanded.length > MAX_LENGTH ? placeholder : expanded;
      });
    const text = expand(written, path, 0);
    return { text, unbound: UNBOUND.exec(text)?.[0] ?? null };
  };
  return { bind, scopeOf, projectOf, isCatalogName: (name) => catalogs.has(name), catalogs };
}

/** Returns the names under which a script of the project itself, or an outer one, assigns a property. */
function spellings(name: string, isOwn: boolean, path: string): string[] {
  if (!isProjectProperty(name) || (isProperties(path) && !isOwn)) return [name];
  return isOwn ? [name, `allprojects.${name}`] : [`subprojects.${name}`, `allprojects.${name}`];
}

function namesOf({ facts }: GradleFile): Names {
  const names: Names = new Map();
  for (const { name, value } of facts.assignments) {
    if (value === `\${${name}}`) continue;
    const known = names.get(name);
    names.set(name, known === undefined || known === value ? value : null);
  }
  return names;
}

function mergedNames(files: readonly GradleFile[]): Map<string, Value | null> {
  const merged = new Map<string, Value | null>();
  for (const file of files) {
    for (const [name, text] of namesOf(file)) {
      if (name.startsWith(".")) continue;
      merged.set(name, text === null || merged.has(name) ? null : { text, path: file.path });
    }
  }
  return merged;
}

/** Returns the files of each catalog by its name in scripts: none for a catalog defined in a settings script. */
function catalogFiles(files: readonly GradleFile[]): Map<string, string[]> {
  const catalogs = new Map<string, string[]>();
  const add = (name: string, paths: string[]): void => {
    catalogs.set(name, [...(catalogs.get(name) ?? []), ...paths]);
  };
  const known = new Set(files.map(({ path }) => path).filter(isCatalog));
  for (const path of known) add(posix.basename(path).replace(/\.versions\.toml$/, ""), [path]);
  for (const { path, facts } of files) {
    for (const { name, file } of facts.catalogs) {
      const at = file === null ? "" : posix.join(posix.dirname(path), file);
      add(name, known.has(at) ? [at] : []);
    }
  }
  return catalogs;
}
