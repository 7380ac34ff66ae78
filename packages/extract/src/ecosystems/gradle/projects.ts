import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";

const SCRIPT = /\.gradle(?:\.kts)?$/;
/** Kotlin, Java and Groovy sources with constants that scripts use. */
const CONSTANTS = /(?:^|\/)(?:buildSrc|build-logic|buildLogic)\/(?:.*\/)?src\/main\/.*\.(?:kt|java|groovy)$/;
const CATALOG = /\.versions\.toml$/;
const PROPERTIES = /(?:^|\/)gradle\.properties$/;
const SETTINGS = /^settings\.gradle(?:\.kts)?$/;
const PRECOMPILED = /(?:^|\/)src\/main\/(?:kotlin|groovy)\/(?<path>.*)\.gradle(?:\.kts)?$/;
const BUILD_SRC = /(?:^|\/)buildSrc\//;

export const isScript = (path: string): boolean => SCRIPT.test(path);
export const isConstants = (path: string): boolean => CONSTANTS.test(path);
export const isCatalog = (path: string): boolean => CATALOG.test(path);
export const isProperties = (path: string): boolean => PROPERTIES.test(path);
export const isSettings = (path: string): boolean => SETTINGS.test(posix.basename(path));
/** Plugins in `buildSrc` are only used by their own repository. */
export const isBuildSrc = (path: string): boolean => BUILD_SRC.test(path);

/** Whether a path is `build.gradle`, or `core.gradle` in a folder `core`, a convention of large builds. */
export function isBuildScript(path: string): boolean {
  const name = posix.basename(path).replace(SCRIPT, "");
  return SCRIPT.test(path) && (name === "build" || name === posix.basename(posix.dirname(path)));
}

/** Builds of the plugins of a repository, by the usual names of their folders. */
const PLUGIN_BUILD =
  /(?:^|\/)(?:buildSrc|build-(?:logic|conventions?|plugins?|tools?|src)|build(?:Logic|Conventions?|Plugins?|Tools)|gradle\/plugins?)(?=\/)/;

/** Returns the folder of the build of plugins that contains a file, or undefined. */
export const findPluginBuild = (path: string): string | undefined => {
  const match = PLUGIN_BUILD.exec(path);
  return match === null ? undefined : path.slice(0, match.index + match[0].length);
};

/** The name of a project. `isAssumed`: by default, Gradle uses the name of the checkout folder, which is unknown here. */
export interface ProjectName {
  name: string;
  isAssumed: boolean;
}

/** The names of projects by the folders of their build scripts. */
export interface ProjectNames {
  of: (folder: string) => ProjectName;
  /** The name of the root project of the build that contains a folder. */
  rootOf: (folder: string) => ProjectName;
}

/** Names come from the nearest settings script above, or else from the folder. */
export function projectNames(files: readonly GradleFile[], repositoryName: string): ProjectNames {
  const settings = new Map(
    files.filter(({ path }) => isSettings(path)).map((file) => [posix.dirname(file.path), namesIn(file)]),
  );
  const rootOf = (folder: string): string => foldersAbove(folder).find((each) => settings.has(each)) ?? ".";
  const nameOf = (folder: string): ProjectName => {
    const name = settings.get(rootOf(folder))?.get(folder);
    if (name !== undefined) return { name, isAssumed: false };
    if (folder === ".") return { name: repositoryName, isAssumed: true };
    return { name: posix.basename(folder), isAssumed: false };
  };
  return { of: nameOf, rootOf: (folder) => nameOf(rootOf(folder)) };
}

/** The folders of projects. They need no script if an outer one configures them. */
export interface ProjectFolders {
  /** Returns the folder of a project, given by its path (`:core`) or its accessor (`core`), or undefined. */
  find: (from: string, project: string) => string | undefined;
  /** The folders that settings scripts include. */
  included: ReadonlySet<string>;
}

export function projectFolders(files: readonly GradleFile[]): ProjectFolders {
  const settings = new Map(
    files.filter(({ path }) => isSettings(path)).map((file) => [posix.dirname(file.path), foldersIn(file)]),
  );
  const included = new Set([...settings.values()].flatMap((folders) => [...folders.values()]));
  const find = (from: string, project: string): string | undefined => {
    const root = foldersAbove(posix.dirname(from)).find((each) => settings.has(each)) ?? ".";
    const known = settings.get(root)?.get(project.replace(/^:/, ""));
    if (known !== undefined || !project.startsWith(":")) return known;
    return posix.join(root, project.replaceAll(":", "/"));
  };
  return { find, included };
}

/** Returns the folders of the projects of one settings script by path and by accessor. */
function foldersIn({ path, facts }: GradleFile): Map<string, string> {
  const folders = new Map<string, string>();
  const renamed = new Map(
    facts.renamed.flatMap(({ project, key, value }) => (key === "projectDir" ? [[project, value]] : [])),
  );
  for (const project of facts.includes) {
    const written = renamed.get(project)?.replace(/^\$\{[^{}]*\}\//, "") ?? project.replaceAll(":", "/");
    const folder = posix.join(posix.dirname(path), written);
    folders.set(accessorOfProject(project), folder).set(project, folder);
  }
  return folders;
}

/** `httpClient.core` for `http-client:core` */
const accessorOfProject = (project: string): string =>
  project.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase()).replaceAll(":", ".");

/** Returns the project names of one settings script by folder. */
function namesIn({ path, facts }: GradleFile): Map<string, string> {
  const root = posix.dirname(path);
  const names = new Map<string, string>();
  const renameOf = (project: string, key: "name" | "projectDir"): string | undefined =>
    renamed.get(`${key} ${project}`);
  const renamed = new Map(facts.renamed.map(({ project, key, value }) => [`${key} ${project}`, value]));
  const name = facts.assignments.find((each) => each.name === "rootProject.name")?.value;
  if (name !== undefined && !name.includes("${")) names.set(root, name);
  for (const project of facts.includes) {
    const folder =
      renameOf(project, "projectDir")?.replace(/^\$\{[^{}]*\}\//, "") ?? project.replaceAll(":", "/");
    const own = renameOf(project, "name") ?? project.slice(project.lastIndexOf(":") + 1);
    if (!own.includes("${")) names.set(posix.join(root, folder), own);
  }
  return names;
}

/** Returns the plugin ID of a precompiled script plugin: its package and file name. */
export function precompiledId({ path, facts }: GradleFile): string | undefined {
  const scriptPath = PRECOMPILED.exec(path)?.groups?.["path"];
  if (scriptPath === undefined) return undefined;
  const name = posix.basename(scriptPath);
  const written = facts.assignments.find((each) => each.name === "package")?.value;
  return written === undefined ? name : `${written}.${name}`;
}

/** Returns the folder, its parent, and so on to the root. */
export function foldersAbove(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== "." && at !== "/"; at = posix.dirname(at)) folders.push(posix.dirname(at));
  return folders;
}
