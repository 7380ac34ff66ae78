import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { foldersUpFrom, LockFiles, type LockFile } from "../../lock-file.ts";
import type { HexFacts } from "./read.ts";
import { LOCK_FILE } from "./read-lock.ts";
import { REBAR } from "./read-rebar.ts";

type Manifest = Facts<HexFacts>;

/** Returns a function that finds the lock of an application that a manifest requires. */
export function createLocks(
  files: readonly Manifest[],
  tree: readonly TreeEntry[],
): (file: Manifest, app: string) => Lock | null {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  const umbrellas = new Set(
    files.flatMap(({ path, facts }) =>
      facts.appsPath === null ? [] : [posix.join(posix.dirname(path), facts.appsPath, ".")],
    ),
  );
  const governing = new Map<Manifest, LockFile | undefined>();
  return (file, app) => {
    if (!governing.has(file)) governing.set(file, findLock(file, locks, umbrellas));
    return governing.get(file)?.find(app) ?? null;
  };
}

/** A folder of one of several applications of a Rebar project. */
const IN_APPS = /(?:^|\/)(?:apps|lib)\/[^/]+$/;

/** The lock file that the project states, or that of its folder, or that of its umbrella. */
function findLock(
  { path, facts }: Manifest,
  locks: LockFiles,
  umbrellas: ReadonlySet<string>,
): LockFile | undefined {
  const folder = posix.dirname(path);
  if (REBAR.test(path))
    return (
      locks.in(folder, ["rebar.lock"]) ??
      (IN_APPS.test(folder) ? locks.in(posix.join(folder, "../.."), ["rebar.lock"]) : undefined)
    );
  if (facts.lockFile !== null) return locks.in(folder, [facts.lockFile]);
  const own = locks.in(folder, ["mix.lock"]);
  const apps = posix.dirname(folder);
  if (own || !umbrellas.has(apps)) return own;
  for (const each of foldersUpFrom(apps)) {
    const lock = locks.in(each, ["mix.lock"]);
    if (lock) return lock;
  }
  return undefined;
}
