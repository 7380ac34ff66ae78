import { posix } from "node:path";
import type { Composition } from "../../ecosystem.ts";
import { unitScope } from "../../scope.ts";
import type { Binder, GradleFile } from "./bind.ts";
import type { Projects, Use, UsedRole } from "./facts.ts";
import { isBuilt, type Placement } from "./placement.ts";

/** A script that refers to an entry of a catalog. */
export interface CatalogUser {
  path: string;
  of: Projects;
  role: UsedRole;
  /** `libs.kit.core` */
  name: string;
}

/** Returns the scripts that use an entry of a catalog. */
export type FindUsers = (file: GradleFile, use: Use) => readonly CatalogUser[];

export function catalogUsers(
  files: readonly GradleFile[],
  users: readonly CatalogUser[],
  { catalogs }: Binder,
): FindUsers {
  const byName = Map.groupBy(users, ({ name }) => name);
  const namesOf = new Map<string, string[]>();
  for (const [name, paths] of catalogs)
    for (const path of paths) namesOf.set(path, [...(namesOf.get(path) ?? []), name]);
  const bundles = files.flatMap(({ path, facts }) => facts.bundles.map((bundle) => ({ path, ...bundle })));
  const bundlesOf = new Map<string, string[]>();
  for (const { path, name, members, catalog } of bundles) {
    for (const member of members) {
      const key = `${catalog ?? path}\0${member}`;
      bundlesOf.set(key, [...(bundlesOf.get(key) ?? []), name]);
    }
  }
  /** Of several catalogs with the same name, that of the nearest build above counts. */
  const isVisible = (path: string, name: string, user: string): boolean => {
    const [nearest] = (catalogs.get(name) ?? [])
      .filter((each) => isInBuild(each, user))
      .toSorted((one, other) => buildOf(other).length - buildOf(one).length);
    return nearest === undefined || nearest === path;
  };
  return ({ path }, { alias, catalog }) => {
    if (alias === undefined) return [];
    const aliases = [alias, ...(bundlesOf.get(`${catalog ?? path}\0${alias}`) ?? [])];
    return (catalog === undefined ? (namesOf.get(path) ?? []) : [catalog]).flatMap((name) =>
      aliases
        .flatMap((each) => byName.get(`${name}.${each}`) ?? [])
        .filter((user) => catalog !== undefined || isVisible(path, name, user.path)),
    );
  };
}

/** The folder of the build of `gradle/libs.versions.toml`. */
const buildOf = (catalog: string): string => {
  const folder = posix.dirname(posix.dirname(catalog));
  return folder === "." ? "" : folder;
};

const isInBuild = (catalog: string, path: string): boolean =>
  buildOf(catalog) === "" || path.startsWith(`${buildOf(catalog)}/`);

const STRENGTH: readonly UsedRole[] = ["runtime", "build", "dev", "test"];

/** Returns the strongest role of the users. */
export const strongestRole = (users: readonly CatalogUser[], otherwise: UsedRole): UsedRole =>
  STRENGTH.find((role) => users.some((user) => user.role === role)) ?? otherwise;

/**
 * Returns the scope of an entry, and what it is built into. An entry for one project has the scope of the project. One
 * for several projects is a unit that is built into each of them.
 */
export function catalogScope(
  path: string,
  { alias }: Use,
  users: readonly CatalogUser[],
  { scopeOf }: Placement,
): { scope: string | undefined; compositions: Composition[] } {
  const scopes = [...new Set(users.filter(isBuilt).map((user) => scopeOf(user.path, user.of)))];
  if (scopes.length < 2) return { scope: scopes[0], compositions: [] };
  const inner = unitScope("gradle", `${path}#${alias}`);
  return { scope: inner, compositions: scopes.map((outer) => ({ outer, inner })) };
}
