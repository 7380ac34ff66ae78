import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";
import { foldersAbove, isBuildScript, isProperties, isSettings, precompiledId } from "./projects.ts";

const MAX_SCOPE = 200;

export interface Scopes {
  /** Returns the files whose names a file sees, nearest first, including itself. */
  scopeOf: (path: string) => readonly GradleFile[];
  /** Returns the files that configure its own project: itself and the scripts and plugins that it applies. */
  projectOf: (path: string) => ReadonlySet<GradleFile>;
}

/** A script sees itself and what it applies, then the scripts and properties in folders above with what they apply. */
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
  /** Adds a file and everything that it applies, transitively. */
  const add = (file: GradleFile, scope: Set<GradleFile>): void => {
    if (scope.has(file) || scope.size >= MAX_SCOPE) return;
    scope.add(file);
    for (const each of appliedBy(file)) add(each, scope);
  };

  const projectOf = memoized((path): ReadonlySet<GradleFile> => {
    const own = byPath.get(path);
    const project = new Set<GradleFile>();
    if (own) add(own, project);
    return project;
  });
  const scopeOf = memoized((path): readonly GradleFile[] => {
    const scope = new Set(projectOf(path));
    for (const folder of foldersAbove(posix.dirname(path)))
      for (const file of byFolder.get(folder) ?? []) add(file, scope);
    return [...scope];
  });
  return { scopeOf, projectOf };
}

function memoized<Value>(find: (path: string) => Value): (path: string) => Value {
  const known = new Map<string, Value>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const found = find(path);
    known.set(path, found);
    return found;
  };
}

/** Returns the files that configure each folder, in order of precedence. */
function filesByFolder(files: readonly GradleFile[]): Map<string, GradleFile[]> {
  const configuring = files.filter(
    ({ path }) => isBuildScript(path) || isSettings(path) || isProperties(path),
  );
  const byFolder = Map.groupBy(configuring, ({ path }) => posix.dirname(path));
  for (const each of byFolder.values()) each.sort((a, b) => precedence(a.path) - precedence(b.path));
  return byFolder;
}

/** Scripts take precedence over properties. */
const precedence = (path: string): number => (isProperties(path) ? 2 : isSettings(path) ? 1 : 0);

/** Returns a lookup for precompiled script plugins by ID, which prefers the nearest folder above. */
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
