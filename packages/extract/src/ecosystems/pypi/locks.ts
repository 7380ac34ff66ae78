import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import { foldersUpFrom, LockEntries, LockFile, LockFiles } from "../../lock-file.ts";
import type { PypiFacts, Requirement } from "./facts.ts";
import { folderKey, LOCK_FILE } from "./read-lock.ts";

type PypiFile = Facts<PypiFacts>;
type FindLock = (file: PypiFile, requirement: Requirement) => Lock | null;

/** Groups that no lock file covers. */
const UNLOCKED =
  /^(?:build_requires|setup_requires|hatch_dependencies|tox_deps|tox_requires|uv_build_constraint_dependencies)$/;
const PROJECT_LOCKS = ["poetry.lock", "pdm.lock", "pylock.toml"];

/** Returns a function that finds the lock of a requirement. */
export function createLocks(files: readonly PypiFile[], tree: readonly TreeEntry[]): FindLock {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  const uvWorkspaces = new Set(
    files.filter(({ facts }) => facts.isUvWorkspace).map(({ path }) => posix.dirname(path)),
  );
  const compiled = findCompiled(files);
  const governing = new Map<PypiFile, LockFile[]>();
  return (file, requirement) => {
    if (requirement.name === null || UNLOCKED.test(requirement.group)) return null;
    let found = governing.get(file);
    if (!found) {
      const own = findProjectLock(file.path, locks, uvWorkspaces);
      found = [...(own ? [own] : []), ...(compiled.get(file.path) ?? [])];
      governing.set(file, found);
    }
    for (const lock of found) {
      const entry = lock.find(requirement.name);
      if (entry) return entry;
    }
    return null;
  };
}

/** The lock file of uv can also be that of a workspace, whose members it lists. */
function findProjectLock(
  path: string,
  locks: LockFiles,
  uvWorkspaces: ReadonlySet<string>,
): LockFile | undefined {
  const { dir, base } = posix.parse(path);
  const folder = dir === "" ? "." : dir;
  if (base === "Pipfile") return locks.in(folder, ["Pipfile.lock"]);
  if (base !== "pyproject.toml" && base !== "setup.py" && base !== "setup.cfg") return undefined;
  for (const each of foldersUpFrom(folder)) {
    const lock = locks.in(each, each === folder ? ["uv.lock", ...PROJECT_LOCKS] : ["uv.lock"]);
    const isMember = (): boolean =>
      lock?.isRead ? lock.has(folderKey(posix.relative(each, folder))) : uvWorkspaces.has(each);
    if (lock && (each === folder || isMember())) return lock;
  }
  return undefined;
}

/** Returns the compiled requirements files by the path of each of their sources. */
function findCompiled(files: readonly PypiFile[]): Map<string, LockFile[]> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const compiled = new Map<string, LockFile[]>();
  for (const file of files) {
    if (!file.path.endsWith(".txt")) continue;
    const sources = new Set(sourcesOf(file, byPath));
    if (sources.size === 0) continue;
    const lock = lockOf(file);
    for (const source of sources) compiled.set(source, [...(compiled.get(source) ?? []), lock]);
  }
  return compiled;
}

/** `dev.in` is the source of `dev.txt`. Paths in comments are relative to a folder above that is not stated. */
function sourcesOf({ path, facts }: PypiFile, byPath: ReadonlyMap<string, PypiFile>): string[] {
  const folders = [...foldersUpFrom(posix.dirname(path))];
  const stated = facts.compiledFrom.flatMap(
    (source) => folders.map((folder) => posix.join(folder, source)).find((each) => byPath.has(each)) ?? [],
  );
  return [path.replace(/\.txt$/, ".in"), ...stated].filter((each) => each !== path && byPath.has(each));
}

function lockOf({ path, facts }: PypiFile): LockFile {
  const entries = new LockEntries();
  entries.recognize();
  for (const { name, source, line } of facts.requirements) {
    const version =
      source.kind === "git"
        ? source.ref
        : source.kind === "index"
          ? /^={2,3}\s*(?<version>[^\s,*]+)$/.exec(source.constraint ?? "")?.groups?.["version"]
          : undefined;
    if (name !== null && version !== undefined) entries.add(name, version, line);
  }
  return new LockFile(path, entries.facts());
}
