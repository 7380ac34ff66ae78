import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { foldersUpFrom, LockFiles, type LockFile } from "../../lock-file.ts";
import type { GemFacts } from "./read.ts";
import { localKey, LOCK_FILE } from "./read-lock.ts";

type GemFile = Facts<GemFacts>;

const NAMES = ["Gemfile.lock", "gems.locked"];

/** Returns a function that finds the lock of a gem. */
export function createLocks(
  files: readonly GemFile[],
  tree: readonly TreeEntry[],
): (file: GemFile, gem: string) => Lock | null {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  const governing = new Map<GemFile, LockFile | undefined>();
  return (file, gem) => {
    if (!governing.has(file)) governing.set(file, findLock(file, locks));
    return governing.get(file)?.find(gem) ?? null;
  };
}

/** A gemspec is governed by the Gemfile in its folder, or by one above that contains its gem. */
function findLock({ path, facts }: GemFile, locks: LockFiles): LockFile | undefined {
  const { dir, base } = posix.parse(path);
  const folder = dir === "" ? "." : dir;
  if (!base.endsWith(".gemspec"))
    return locks.in(folder, [base === "gems.rb" ? "gems.locked" : `${base}.lock`]);
  for (const each of foldersUpFrom(folder)) {
    const lock = locks.in(each, NAMES);
    if (lock && (each === folder || lock.has(localKey(facts.gem?.name ?? "")))) return lock;
  }
  return undefined;
}
