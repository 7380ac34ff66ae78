import { posix } from "node:path";
import type { Composition, ProducedArtifact } from "../../ecosystem.ts";
import { scopeOf as scopeOfArtifact, Scopes, unitScope } from "../../scope.ts";
import type { Binder, GradleFile } from "./bind.ts";
import type { Projects, Use } from "./facts.ts";
import {
  findPluginBuild,
  foldersAbove,
  isBuildScript,
  isConstants,
  isSettings,
  projectFolders,
} from "./projects.ts";

/** Which projects a statement belongs to. */
export interface Placement {
  /** The scope of what a statement of a script declares. */
  scopeOf: (path: string, of: Projects) => string;
  /** The folders of the projects that a statement of a script configures. */
  projectsOf: (path: string, of: Projects) => readonly string[];
  compositions: () => Composition[];
}

type Used = Pick<Use, "role" | "of">;

export const isBuilt = ({ role }: Pick<Use, "role">): boolean => role === "runtime" || role === "build";

/**
 * The scope of a project is its artifact, or the unit of its folder. What several projects share has the scope of the
 * script (`subprojects`, `allprojects`, applied scripts and script plugins), which is built into these projects.
 */
export function placement(
  files: readonly GradleFile[],
  artifacts: readonly ProducedArtifact[],
  { projectOf }: Binder,
): Placement {
  const scopes = new Scopes(artifacts);
  const produced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  const scripts = files.filter(({ path }) => isBuildScript(path));
  const scriptIn = new Map(scripts.map(({ path }) => [posix.dirname(path), path]));
  const { find: findFolder, included } = projectFolders(files);
  const folders = new Set([...scriptIn.keys(), ...included]);
  const appliers = appliersOf(scripts, projectOf);

  const projectScope = (path: string): string =>
    produced.has(path) ? scopes.of("gradle", path) : unitScope("gradle", posix.dirname(path));

  const scopeIn = (folder: string): string => {
    const script = scriptIn.get(folder);
    return script === undefined ? unitScope("gradle", folder) : projectScope(script);
  };

  const scopeOf = (path: string, of: Projects): string => {
    if (of === "subprojects" || of === "allprojects") return unitScope("gradle", path);
    if (of !== "own") return scopeIn(findFolder(path, of) ?? posix.dirname(path));
    if (isSettings(path)) return scopeIn(posix.dirname(path));
    if (isConstants(path)) return scopeIn(projectFolderOf(path));
    return isBuildScript(path) ? projectScope(path) : unitScope("gradle", path);
  };

  /** Returns the folder of the project that a plugin class belongs to. */
  const projectFolderOf = (path: string): string =>
    foldersAbove(posix.dirname(path)).find((each) => scriptIn.has(each)) ?? posix.dirname(path);

  const belowOf = (path: string): string[] => {
    const folder = posix.dirname(path);
    return [...folders]
      .filter((each) => each !== folder && (folder === "." || each.startsWith(`${folder}/`)))
      .filter((each) => findPluginBuild(`${each}/`) === findPluginBuild(path));
  };

  const projectsOf = (path: string, of: Projects): readonly string[] => {
    const own = posix.dirname(path);
    if (of === "subprojects") return belowOf(path);
    if (of === "allprojects") return [own, ...belowOf(path)];
    if (of !== "own") return [findFolder(path, of) ?? own];
    return isBuildScript(path) || isSettings(path) ? [own] : (appliers.get(path) ?? []);
  };

  const sharedBy = ({ path, facts }: GradleFile): Composition[] => {
    const used: readonly Used[] = [...facts.uses, ...facts.projectUses];
    return [...new Set(used.filter(isBuilt).map(({ of }) => of))]
      .filter((of) => of === "subprojects" || of === "allprojects" || (of === "own" && appliers.has(path)))
      .flatMap((of) =>
        projectsOf(path, of).map((folder) => ({ outer: scopeIn(folder), inner: scopeOf(path, of) })),
      );
  };

  const usedProjects = ({ path, facts }: GradleFile): Composition[] =>
    facts.projectUses.filter(isBuilt).flatMap(({ project, of }) => {
      const folder = findFolder(path, project);
      return folder === undefined || !folders.has(folder)
        ? []
        : [{ outer: scopeOf(path, of), inner: scopeIn(folder) }];
    });

  return {
    scopeOf,
    projectsOf,
    compositions: () => [
      ...files.flatMap(usedProjects),
      ...files.flatMap(sharedBy),
      ...pluginBuilds(scripts, projectScope),
      ...otherArtifacts(
        artifacts,
        scopeOf,
        (path) => foldersAbove(posix.dirname(path)).flatMap((folder) => scriptIn.get(folder) ?? [])[0],
      ),
    ],
  };
}

/** Returns the folders of the projects that apply a script or a script plugin, by its path. */
function appliersOf(
  scripts: readonly GradleFile[],
  projectOf: Binder["projectOf"],
): ReadonlyMap<string, string[]> {
  const appliers = new Map<string, string[]>();
  for (const { path } of scripts) {
    for (const applied of projectOf(path)) {
      if (isBuildScript(applied.path) || isSettings(applied.path)) continue;
      const known = appliers.get(applied.path);
      if (known) known.push(posix.dirname(path));
      else appliers.set(applied.path, [posix.dirname(path)]);
    }
  }
  return appliers;
}

/** The plugins of a repository take part in the build of all projects next to them and below. */
function pluginBuilds(scripts: readonly GradleFile[], projectScope: (path: string) => string): Composition[] {
  const plugins = scripts.flatMap(({ path }) => {
    const folder = findPluginBuild(path);
    return folder === undefined ? [] : [{ path, parent: posix.dirname(folder) }];
  });
  const projects = scripts.map(({ path }) => path).filter((path) => findPluginBuild(path) === undefined);
  return plugins.flatMap(({ path, parent }) =>
    projects
      .filter((project) => parent === "." || project.startsWith(`${parent}/`))
      .map((project) => ({ outer: projectScope(project), inner: projectScope(path) })),
  );
}

/** All publications and plugins of a project contain it. The first one is its scope. */
const otherArtifacts = (
  artifacts: readonly ProducedArtifact[],
  scopeOf: Placement["scopeOf"],
  findScript: (path: string) => string | undefined,
): Composition[] =>
  artifacts.flatMap((artifact) => {
    const { sourceFile } = artifact;
    const script = isBuildScript(sourceFile) ? sourceFile : findScript(sourceFile);
    return [...new Set([sourceFile, script ?? sourceFile])].map((path) => ({
      outer: scopeOfArtifact(artifact),
      inner: scopeOf(path, "own"),
    }));
  });
