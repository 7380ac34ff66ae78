import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { isFolder, isGoWork, type GoFacts, type Require } from "./read.ts";

type GoFile = Facts<GoFacts>;

/** Is a go.mod's requirement satisfied by a module of the repository itself? */
export type IsLocal = (goMod: GoFile, require: Require) => boolean;

interface Workspace {
  folders: Set<string>;
  modulePaths: Set<string>;
  replaced: ReplacedModules;
}

/** The versions (null for all) that a folder of the repository replaces, by module path. */
type ReplacedModules = Map<string, Set<string | null>>;

/**
 * A requirement is local if its go.mod, or a go.work that uses its go.mod, replaces it by a folder of the repository,
 * or if such a go.work uses the required module too.
 */
export function localModules(files: readonly GoFile[]): IsLocal {
  const goMods = files.filter((file) => !isGoWork(file.path));
  const workspaces = files.filter((file) => isGoWork(file.path)).map((file) => workspaceOf(file, goMods));
  const replaced = new Map(goMods.map((goMod) => [goMod, replacedModules(goMod)]));
  return (goMod, require) => {
    const used = workspaces.filter((workspace) => workspace.folders.has(posix.dirname(goMod.path)));
    return (
      isReplaced(replaced.get(goMod), require) ||
      used.some(
        (workspace) => workspace.modulePaths.has(require.path) || isReplaced(workspace.replaced, require),
      )
    );
  };
}

function workspaceOf(file: GoFile, goMods: readonly GoFile[]): Workspace {
  const folders = new Set(file.facts.uses.map((use) => posix.join(posix.dirname(file.path), use.path, ".")));
  const members = goMods.filter((goMod) => folders.has(posix.dirname(goMod.path)));
  const modulePaths = new Set(members.flatMap(({ facts }) => facts.module?.path ?? []));
  return { folders, modulePaths, replaced: replacedModules(file) };
}

function replacedModules(file: GoFile): ReplacedModules {
  const replaced: ReplacedModules = new Map();
  for (const { path, version, target } of file.facts.replaces) {
    if (!isWithinRepository(file.path, target.path)) continue;
    replaced.set(path, (replaced.get(path) ?? new Set()).add(version));
  }
  return replaced;
}

function isReplaced(replaced: ReplacedModules | undefined, { path, version }: Require): boolean {
  const versions = replaced?.get(path);
  return versions !== undefined && (versions.has(null) || versions.has(version));
}

function isWithinRepository(filePath: string, target: string): boolean {
  if (!isFolder(target) || posix.isAbsolute(target)) return false;
  const folder = posix.join(posix.dirname(filePath), target);
  return folder !== ".." && !folder.startsWith("../");
}
