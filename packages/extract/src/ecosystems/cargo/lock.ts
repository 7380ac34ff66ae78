import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import {
  commitIn,
  eachLine,
  foldersUpFrom,
  LockEntries,
  LockFiles,
  type LockFacts,
} from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

const LOCK_FILE = /(?:^|\/)Cargo\.lock$/;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

/** A `[[package]]` table. Crates of the repository have no source. */
interface Package {
  name: string;
  line: number;
  version: string;
  source: string | null;
  dependencies: string[];
}

const FIELD = /^(?<key>name|version|source) = "(?<value>[^"]*)"/;
const DEPENDENCY = /^\s*"(?<specification>[^"]+)",?$/;

/**
 * Reads which version each crate of the repository uses, with the key `crate>dependency`, and the version of each of
 * these dependencies, with its name as the key.
 */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  const packages = packagesIn(text, () => entries.recognize());
  const added = new Set<Package>();
  const byName = Map.groupBy(packages, ({ name }) => name);
  for (const own of packages) {
    if (own.source !== null) continue;
    for (const specification of own.dependencies) {
      const [name = "", version, source] = specification.split(" ");
      const found = byName
        .get(name)
        ?.findLast(
          (each) =>
            (version === undefined || each.version === version) &&
            (source === undefined || `(${each.source?.replace(/#.*$/, "")})` === source),
        );
      if (!found?.source) continue;
      const used = commitIn(found.source) ?? found.version;
      entries.add(`${own.name}>${name}`, used, found.line);
      if (!added.has(found)) entries.add(name, used, found.line);
      added.add(found);
    }
  }
  return entries.facts();
}

function packagesIn(text: string, onTable: () => void): Package[] {
  const packages: Package[] = [];
  let current: Package | undefined;
  eachLine(text, (line, number) => {
    if (line.startsWith("[")) {
      const isPackage = line === "[[package]]" || line === "[root]";
      current = isPackage
        ? { name: "", line: number, version: "", source: null, dependencies: [] }
        : undefined;
      if (current) packages.push(current);
      onTable();
    } else if (current) readField(current, line, number);
  });
  return packages;
}

function readField(current: Package, line: string, number: number): void {
  const { key, value = "" } = FIELD.exec(line)?.groups ?? {};
  if (key === "name") Object.assign(current, { name: value, line: number });
  else if (key === "version") current.version = value;
  else if (key === "source") current.source = value;
  else {
    const specification = DEPENDENCY.exec(line)?.groups?.["specification"];
    if (specification !== undefined) current.dependencies.push(specification);
  }
}

/** Returns the lock of a dependency of a manifest. `crate` is the manifest's own. */
export type FindLock = (manifest: string, crate: string | null, dependency: string) => Lock | null;

/** The lock is next to the manifest, or else in a folder above, up to that of the workspace. */
export function createLocks(
  locks: readonly Facts<LockFacts>[],
  tree: readonly TreeEntry[],
  findRoot: (manifest: string) => string | undefined,
): FindLock {
  const files = new LockFiles(
    tree,
    LOCK_FILE,
    locks.map(({ path, facts }) => [path, facts]),
  );
  return (manifest, crate, dependency) => {
    const own = posix.dirname(manifest);
    const root = findRoot(manifest) ?? own;
    for (const folder of foldersUpFrom(own)) {
      const lock = files.in(folder, ["Cargo.lock"]);
      if (lock) return crate === null ? lock.find(dependency) : lock.find(`${crate}>${dependency}`);
      if (folder === root) return null;
    }
    return null;
  };
}
