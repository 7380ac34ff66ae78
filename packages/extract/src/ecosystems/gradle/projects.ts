import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";

const SCRIPT = /\.gradle(?:\.kts)?$/;
/** Kotlin, Java and Groovy that scripts take constants from. */
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
/** What stands in `buildSrc` is for its own repository. */
export const isBuildSrc = (path: string): boolean => BUILD_SRC.test(path);

/** `build.gradle`, or `core.gradle` in a folder `core`, as large builds call it. */
export function isBuildScript(path: string): boolean {
  const name = posix.basename(path).replace(SCRIPT, "");
  return SCRIPT.test(path) && (name === "build" || name === posix.basename(posix.dirname(path)));
}

/** What a project is called; `isAssumed` where Gradle would take the name of the folder it is checked out into. */
export interface ProjectName {
  name: string;
  isAssumed: boolean;
}

/** The names of projects by the folders of their build scripts. */
export interface ProjectNames {
  of: (folder: string) => ProjectName;
  /** The name of the project at the root of the build that a folder belongs to. */
  rootOf: (folder: string) => ProjectName;
}

/** As the settings script above says, else the folder's own name. */
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

/** By folder, what one settings script calls its projects. */
function namesIn({ path, facts }: GradleFile): Map<string, string> {
  const root = posix.dirname(path);
  const names = new Map<string, string>();
  const said = (project: string, key: "name" | "projectDir"): string | undefined =>
    renamed.get(`${key} ${project}`);
  const renamed = new Map(facts.renamed.map(({ project, key, value }) => [`${key} ${project}`, value]));
  const name = facts.assignments.find((each) => each.name === "rootProject.name")?.value;
  if (name !== undefined && !name.includes("${")) names.set(root, name);
  for (const project of facts.includes) {
    const folder =
      said(project, "projectDir")?.replace(/^\$\{[^{}]*\}\//, "") ?? project.replaceAll(":", "/");
    const own = said(project, "name") ?? project.slice(project.lastIndexOf(":") + 1);
    if (!own.includes("${")) names.set(posix.join(root, folder), own);
  }
  return names;
}

/** A script among the sources of a plugin project is a plugin itself, called like its package and file. */
export function precompiledId({ path, facts }: GradleFile): string | undefined {
  const place = PRECOMPILED.exec(path)?.groups?.["path"];
  if (place === undefined) return undefined;
  const name = posix.basename(place);
  const written = facts.assignments.find((each) => each.name === "package")?.value;
  return written === undefined ? name : `${written}.${name}`;
}

/** The folder itself, its parent, and so on to the root. */
export function foldersAbove(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== "." && at !== "/"; at = posix.dirname(at)) folders.push(posix.dirname(at));
  return folders;
}
