import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";
import { foldersAbove, isBuildScript, isProperties, isSettings, precompiledId } from "./projects.ts";

const MAX_SCOPE = 200;

export interface Scopes {
  /** The files whose names a file sees, nearest first, itself included. */
  scopeOf: (path: string) => readonly GradleFile[];
  /** Of these, the ones that say what its own project is: itself and whatever it applies. */
  projectOf: (path: string) => ReadonlySet<GradleFile>;
}

/** A script sees itself and what it applies, then the same of the build scripts and properties above it. */
export function scopes(files: readonly GradleFile[]): Scopes {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byFolder = filesByFolder(files);
  const findPlugin = precompiledScripts(files);

  const appliedBy = ({ path, facts }: GradleFile): GradleFile[] => {
    const above = foldersAbove(posix.dirname(path));
    const scripts = facts.applied.map((written) => {
      const target = written.replace(/^\$\{[^{}]*\}\//, "");
      const folders = target === written ? above : above.toReversed();
      return folders.map((folder) => byPath.get(posix.join(folder, target))).find((each) => each);
    });
    return [...scripts, ...facts.plugins.map((id) => findPlugin(id, above))].filter(
      (each) => each !== undefined,
    );
  };
  /** A file and what it applies, what that applies, and so on. */
  const add = (file: GradleFile, scope: Set<GradleFile>): void => {
    if (scope.has(file) || scope.size >= MAX_SCOPE) return;
    scope.add(file);
    for (const each of appliedBy(file)) add(each, scope);
  };

  const projectOf = remembered((path): ReadonlySet<GradleFile> => {
    const own = byPath.get(path);
    const project = new Set<GradleFile>();
    if (own) add(own, project);
    return project;
  });
  const scopeOf = remembered((path): readonly GradleFile[] => {
    const scope = new Set(projectOf(path));
    for (const folder of foldersAbove(posix.dirname(path)))
      for (const file of byFolder.get(folder) ?? []) add(file, scope);
    return [...scope];
  });
  return { scopeOf, projectOf };
}

function remembered<Value>(find: (path: string) => Value): (path: string) => Value {
  const known = new Map<string, Value>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = find(path);
    known.set(path, found);
    return found;
  };
}

/** What speaks for the folder it stands in, what outweighs the others first. */
function filesByFolder(files: readonly GradleFile[]): Map<string, GradleFile[]> {
  const speaking = files.filter(({ path }) => isBuildScript(path) || isSettings(path) || isProperties(path));
  const byFolder = Map.groupBy(speaking, ({ path }) => posix.dirname(path));
  for (const each of byFolder.values()) each.sort((a, b) => rank(a.path) - rank(b.path));
  return byFolder;
}

/** What scripts say outweighs properties. */
const rank = (path: string): number => (isProperties(path) ? 2 : isSettings(path) ? 1 : 0);

/** Finds the script of a plugin that the repository makes for itself: of several, one of the nearest folder above. */
function precompiledScripts(
  files: readonly GradleFile[],
): (id: string, above: readonly string[]) => GradleFile | undefined {
  const scripts = Map.groupBy(files, precompiledId);
  return (id, above) => {
    const found = scripts.get(id) ?? [];
    return above
      .map((folder) => found.find(({ path }) => folder === "." || path.startsWith(`${folder}/`)))
      .find((each) => each);
  };
}
