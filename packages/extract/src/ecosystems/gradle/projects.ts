import { posix } from "node:path";
import type { GradleFile } from "./bind.ts";
import { isSettings } from "./file-kind.ts";
import { foldersAbove } from "./scopes.ts";

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
