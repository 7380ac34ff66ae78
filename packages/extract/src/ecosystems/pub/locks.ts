import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { foldersUpFrom, LockFiles } from "../../lock-file.ts";
import type { PubFacts } from "./read.ts";
import { LOCK_FILE } from "./read-lock.ts";

/** Returns a function that finds the lock of a package: in its folder or, for a member of a workspace, above it. */
export function createLocks(
  files: readonly Facts<PubFacts>[],
  tree: readonly TreeEntry[],
): (file: Facts<PubFacts>, name: string) => Lock | null {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  return ({ path, facts }, name) => {
    for (const folder of foldersUpFrom(posix.dirname(path))) {
      const lock = locks.in(folder, ["pubspec.lock"]);
      if (lock || !facts.isMember) return lock?.find(name) ?? null;
    }
    return null;
  };
}
