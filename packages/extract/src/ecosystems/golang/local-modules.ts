import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { isFolder, isGoWork, type GoFacts, type Require } from "./read.ts";

type GoFile = Facts<GoFacts>;

/** Returns the folder of the repository that satisfies a go.mod's requirement, or undefined if none does. */
export type FindLocal = (goMod: GoFile, require: Require) => string | undefined;

interface Workspace {
  folders: Set<string>;
  /** The folders of its modules by module path. */
  modules: Map<string, string>;
  replaced: ReplacedModules;
}

/** The folders of the repository that replace a module, by module path and version (null for all versions). */
type ReplacedModules = Map<string, Map<string | null, string>>;

/**
 * A requirement is local if its go.mod, or a go.work that uses its go.mod, replaces it by a folder of the repository,
 * or if such a go.work uses the required module too.
 */
export function localModules(files: readonly GoFile[]): FindLocal {
  const goMods = files.filter((file) => !isGoWork(file.path));
  const workspaces = files.filter((file) => isGoWork(file.path)).map((file) => workspaceOf(file, goMods));
  const replaced = new Map(goMods.map((goMod) => [goMod, replacedModules(goMod)]));
  return (goMod, require) => {
    const used = workspaces.filter((workspace) => workspace.folders.has(posix.dirname(goMod.path)));
    const found = [
      findReplacing(replaced.get(goMod), require),
      ...used.map((each) => each.modules.get(require.path) ?? findReplacing(each.replaced, require)),
    ];
    return found.find((folder) => folder !== undefined);
  };
}

function workspaceOf(file: GoFile, goMods: readonly GoFile[]): Workspace {
  const folders = new Set(file.facts.uses.map((use) => posix.join(posix.dirname(file.path), use.path, ".")));
  const members = goMods.filter((goMod) => folders.has(posix.dirname(goMod.path)));
  const modules = new Map(
    members.flatMap(({ path, facts }) => (facts.module ? [[facts.module.path, posix.dirname(path)]] : [])),
  );
  return { folders, modules, replaced: replacedModules(file) };
}

function replacedModules(file: GoFile): ReplacedModules {
  const replaced: ReplacedModules = new Map();
  for (const { path, version, target } of file.facts.replaces) {
    const folder = findFolder(file.path, target.path);
    if (folder === undefined) continue;
    replaced.set(path, (replaced.get(path) ?? new Map<string | null, string>()).set(version, folder));
  }
  return replaced;
}

function findReplacing(
  replaced: ReplacedModules | undefined,
  { path, version }: Require,
): string | undefined {
  const folders = replaced?.get(path);
  return folders?.get(version) ?? folders?.get(null);
}

/** Returns the folder that a target names, or undefined if it names a module or leads out of the repository. */
function findFolder(filePath: string, target: string): string | undefined {
  if (!isFolder(target) || posix.isAbsolute(target)) return undefined;
  const folder = posix.join(posix.dirname(filePath), target, ".");
  return folder === ".." || folder.startsWith("../") ? undefined : folder;
}
