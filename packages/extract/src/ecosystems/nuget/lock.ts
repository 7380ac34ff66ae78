import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { eachMember, LockEntries, LockFiles, unquoted, type LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import type { NugetFacts } from "./facts.ts";
import { bind, findProperty, type ScopeOf } from "./scope.ts";

/** `NuGetLockFilePath` can name any file. */
const LOCK_FILE = /(?:^|\/)[^/]+\.lock\.json$/i;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

/** The depth of a package's name, below a target framework, and of its fields. */
const PACKAGE = 3;
const FIELD = 4;

/** Reads the packages that a project names: `"Acme.Kit": { "type": "Direct", "resolved": "1.4.2" }`. */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  let id = "";
  let at = 0;
  let isDirect = false;
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1 && key === "dependencies") entries.recognize();
    if (depth === PACKAGE) [id, at, isDirect] = [key, line, false];
    if (depth !== FIELD) return;
    if (key === "type") isDirect = unquoted(value) === "Direct";
    const version = key === "resolved" && isDirect ? unquoted(value) : undefined;
    if (version !== undefined) entries.add(id.toLowerCase(), version, at);
  });
  return entries.facts();
}

/** Returns `NuGetLockFilePath` relative to the folder of the project, or undefined if it is not set or not known. */
function statedLock(project: string, scopeOf: ScopeOf): string | undefined {
  const scope = scopeOf(project);
  const written = findProperty("NuGetLockFilePath", project, scope);
  if (written === undefined) return undefined;
  const path = bind(written.replace(/^\$\(MSBuildProjectDirectory\)[\\/]?/i, ""), project, scope);
  return path.unbound === null && path.text !== "" ? path.text.replaceAll("\\", "/") : undefined;
}

/** Returns the lock of a package that one of the projects uses. */
export type FindLock = (projects: Iterable<string>, id: string) => Lock | null;

/**
 * The lock file of a project is the one that `NuGetLockFilePath` names, or in its folder. It contains its name if the
 * folder has several projects.
 */
export function createLocks(
  files: readonly Facts<NugetFacts>[],
  tree: readonly TreeEntry[],
  scopeOf: ScopeOf,
): FindLock {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  return (projects, id) => {
    for (const project of projects) {
      const name = posix.basename(project, posix.extname(project)).replaceAll(" ", "_");
      const stated = statedLock(project, scopeOf);
      const names = stated === undefined ? [`packages.${name}.lock.json`, "packages.lock.json"] : [stated];
      const file = locks.in(posix.dirname(project), names);
      const lock = file?.find(id.toLowerCase());
      if (lock) return lock;
    }
    return null;
  };
}
