import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { foldersUpFrom, LockFiles, type LockFile } from "../../lock-file.ts";
import { matchesPatterns } from "../../path-pattern.ts";
import { catalogKey, LOCK_FILE, memberKey, pnpmKey, yarnKey } from "./read-lock.ts";
import type { Entry, NpmFacts } from "./read.ts";
import { workspacesOf } from "./workspace.ts";

type NpmFile = Facts<NpmFacts>;

/** `bound` is the specifier after looking up catalogs. */
type FindLock = (file: NpmFile, entry: Entry, bound: string) => Lock | null;

const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ["pnpm", ["pnpm-lock.yaml"]],
  ["yarn", ["yarn.lock"]],
  ["npm", ["npm-shrinkwrap.json", "package-lock.json"]],
  ["bun", ["bun.lock", "bun.lockb"]],
]);
const ALL_NAMES = [...NAMES.values()].flat();
/** Groups whose entries may concern dependencies of dependencies, which most lock files do not list by name. */
const OVERRIDES = new Set(["overrides", "resolutions", "pnpm_overrides"]);

/** A lock file and the folder of the manifest, relative to it. */
interface Governing {
  lock: LockFile;
  member: string;
}

/**
 * Returns a function that finds the lock of a dependency: in its folder, or in that of its workspace. Where both have a lock
 * file, that of the folder counts unless only the other one lists the dependency.
 */
export function createLocks(files: readonly NpmFile[], tree: readonly TreeEntry[]): FindLock {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  const workspaces = workspacesOf(files);
  const managers = managersOf(files);
  const governing = new Map<string, Governing[]>();
  const find = (folder: string): Governing[] =>
    [...foldersUpFrom(folder)].flatMap((root) => {
      const names = [...(NAMES.get(managers.get(root) ?? "") ?? []), ...ALL_NAMES];
      const lock = locks.in(root, names);
      if (!lock) return [];
      const member = posix.relative(root, folder);
      const governs =
        member === "" || isListed(lock, member) || matchesPatterns(workspaces.get(root) ?? [], member);
      return governs ? [{ lock, member }] : [];
    });
  return (file, entry, bound) => {
    const folder = posix.dirname(file.path);
    const found = governing.get(folder) ?? find(folder);
    governing.set(folder, found);
    const [nearest] = found;
    if (!nearest || entry.group === "package_manager") return null;
    for (const each of found) {
      const locked = each.lock.find(...keysOf(each, file, entry, bound));
      if (locked) return locked;
    }
    return OVERRIDES.has(entry.group) ? nearest.lock.unknown() : null;
  };
}

const isListed = (lock: LockFile, member: string): boolean => lock.has(memberKey(member)) || lock.has(member);

/** Returns the package managers that manifests name, by folder. */
const managersOf = (files: readonly NpmFile[]): Map<string, string> =>
  new Map(
    files.flatMap(({ path, facts }) =>
      facts.entries
        .filter(({ group }) => group === "package_manager")
        .map(({ name }) => [posix.dirname(path), name] as const),
    ),
  );

/** Returns the keys of a dependency's entry, best first. */
function keysOf({ lock, member }: Governing, { facts }: NpmFile, entry: Entry, bound: string): string[] {
  const { name, specifier, catalog } = entry;
  switch (posix.basename(lock.path)) {
    case "pnpm-lock.yaml":
      return [catalog === null ? pnpmKey(member || ".", name) : catalogKey(catalog, name)];
    case "yarn.lock":
      return [yarnKey(name, specifier), yarnKey(name, bound), name];
    case "bun.lock":
      return [`${facts.package?.name ?? ""}/${name}`, name];
    default:
      return [`${member}/node_modules/${name}`, `node_modules/${name}`];
  }
}
