import { posix } from "node:path";
import type { Lock, TreeEntry } from "../../ecosystem.ts";
import { eachLine, foldersUpFrom, LockEntries, LockFiles, type LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

const LOCK_FILE = /(?:^|\/)MODULE\.bazel\.lock$/;
/** Bazel reads the source of a module only in the version that it selects. */
const SOURCE = /\/modules\/(?<name>[\w.-]{1,200})\/(?<version>[^/"]{1,200})\/source\.json"/;
/** A module in the graph of Bazel 7.0 and 7.1. */
const MODULE = /^\s{0,20}"(?<name>[\w.-]{1,200})@(?<version>[^"@:/~]{1,200})": \{/;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

/** Reads the selected versions of modules. */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  if (text.includes('"lockFileVersion"')) entries.recognize();
  eachLine(text, (line, number) => {
    const groups = (line.includes("/source.json") ? SOURCE.exec(line) : MODULE.exec(line))?.groups;
    const { name, version } = groups ?? {};
    if (name !== undefined && version !== undefined) entries.add(name, version, number);
  });
  return entries.facts();
}

/** The lock file is next to the `MODULE.bazel` of the folder or the nearest one above. */
export function createLocks(
  locks: Iterable<readonly [path: string, facts: LockFacts]>,
  tree: readonly TreeEntry[],
): (path: string, module: string) => Lock | null {
  const files = new LockFiles(tree, LOCK_FILE, locks);
  const modules = new Set(
    tree.filter(({ path }) => posix.basename(path) === "MODULE.bazel").map(({ path }) => posix.dirname(path)),
  );
  return (path, module) => {
    for (const folder of foldersUpFrom(posix.dirname(path))) {
      const lock = files.in(folder, ["MODULE.bazel.lock"]);
      if (lock) return lock.find(module);
      if (modules.has(folder)) return null;
    }
    return null;
  };
}
