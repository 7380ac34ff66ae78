import { posix } from "node:path";
import type { Facts, RepositoryIdentity } from "../../ecosystem.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import {
  emptyFacts,
  imageBuild,
  type DockerFacts,
  type DockerfileUse,
  type ImageBuild,
  type MakeFacts,
} from "./facts.ts";
import { builtDockerfiles } from "./build-commands.ts";
import { syncRuns, type SyncRun } from "./mirror-commands.ts";
import { mayPush, pushedImages, pushesCompose } from "./push-commands.ts";

const ASSIGNMENT = /^(?:export +)?(?<name>[A-Za-z_]\w*)[ \t]*[:?]{0,3}=[ \t]*(?<value>[^#]*)/;

/** Reads the variables of a Makefile and the recipes that build or push images, in every branch of conditions. */
export function readMakefile(text: string): DockerFacts {
  const make: MakeFacts = { variables: {}, recipes: [] };
  let recipe: { line: number; script: string } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.startsWith("\t")) {
      if (recipe) recipe.script += `\n${toShell(line)}`;
      else recipe = { line: index + 1, script: toShell(line) };
      continue;
    }
    addRecipe(recipe, make);
    recipe = undefined;
    const { name, value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
    if (name !== undefined) make.variables[name] ??= withoutQuotes(toShell(value.trim()));
  }
  addRecipe(recipe, make);
  return { ...emptyFacts("makefile"), make, pushesCompose: pushesCompose(text) };
}

function addRecipe(recipe: MakeFacts["recipes"][number] | undefined, make: MakeFacts): void {
  if (recipe && (mayPush(recipe.script) || /\bbuild\b/.test(recipe.script))) make.recipes.push(recipe);
}

/** Converts `$(X)` to `${X}` and `$$x` to `$x`, and drops the prefixes `@`, `+` and `-`. */
const toShell = (text: string): string =>
  text
    .replace(/^\s*[@+-]+/, "")
    .replace(/\$\((\w+)\)/g, "${$1}")
    .replaceAll("$$", "$");

/** Make keeps quotes, and the shell that runs the recipe removes them. */
const withoutQuotes = (text: string): string =>
  text.replace(/^(?<quote>["'])(?<content>[^"']*)\k<quote>$/, "$<content>");

/**
 * Returns the images that the recipes of a Makefile push. Includes are not followed: variables may come from any Makefile
 * in the folder, and the default Makefile takes precedence.
 */
export function imagesPushedByMake(
  path: string,
  files: readonly Facts<DockerFacts>[],
  repository: RepositoryIdentity,
): ImageBuild[] {
  const { recipes, variables } = recipesOf(path, files, repository);
  return recipes.flatMap(({ line, script }) =>
    pushedImages(script, variables).map((image) => imageBuild(image, line, "docker.make_push")),
  );
}

/** Returns the lists of images that the recipes of a Makefile mirror. */
export function syncsOfMake(
  path: string,
  files: readonly Facts<DockerFacts>[],
  repository: RepositoryIdentity,
): SyncRun[] {
  const { recipes, variables } = recipesOf(path, files, repository);
  return recipes.flatMap(({ script }) => syncRuns(script, variables));
}

/** Returns the Dockerfiles that the recipes of a Makefile build. Make runs in its folder or at the root. */
export function dockerfilesBuiltByMake(
  path: string,
  files: readonly Facts<DockerFacts>[],
  repository: RepositoryIdentity,
): DockerfileUse[] {
  const { recipes, variables } = recipesOf(path, files, repository);
  const folder = posix.dirname(path);
  return recipes.flatMap(({ script }) =>
    builtDockerfiles(script, variables, "per line").map(({ images, path: dockerfile, target }) => ({
      images,
      paths: [posix.join(folder, dockerfile), dockerfile],
      target,
    })),
  );
}

/** Returns the recipes of a Makefile and the values of their variables. */
function recipesOf(
  path: string,
  files: readonly Facts<DockerFacts>[],
  repository: RepositoryIdentity,
): { recipes: MakeFacts["recipes"]; variables: ReadonlyMap<string, string> } {
  const recipes = files.find((file) => file.path === path)?.facts.make?.recipes ?? [];
  if (recipes.length === 0) return { recipes, variables: new Map() };
  const folder = posix.dirname(path);
  const name = posix.basename(folder === "." ? repository.fullPath : folder);
  const variables = expandAll(variablesOf(makefilesBeside(path, files)), (text) => nameFolder(text, name));
  return {
    recipes: recipes.map(({ line, script }) => ({ line, script: nameFolder(script, name) })),
    variables,
  };
}

/** The name of the folder where make runs: `$(notdir $(CURDIR))`, `$(shell basename $(PWD))`. At the root, it is the repository's. */
const FOLDER_NAME =
  /\$\((?:shell +basename|notdir) +["']?(?:\$\{(?:CURDIR|PWD)\}|\$PWD|`pwd`|\$\((?:shell )?pwd\))["']?\)/g;
const SUBSTITUTION = /\$\(subst (?<from>[^,()$]{1,20}),(?<to>[^,()$]{0,20}),(?<text>[^,()$]{0,200})\)/g;

const nameFolder = (text: string, name: string): string => text.replace(FOLDER_NAME, () => name);

/** Evaluates `$(subst from,to,text)` of plain texts. */
const substitute = (value: string): string =>
  value.replace(SUBSTITUTION, (_, from: string, to: string, text: string) => text.replaceAll(from, () => to));

/** Returns the first value of each name. */
function variablesOf(makefiles: readonly Facts<DockerFacts>[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [name, value] of makefiles.flatMap(({ facts }) => Object.entries(facts.make?.variables ?? {}))) {
    if (!variables.has(name)) variables.set(name, value);
  }
  return variables;
}

/** Limit of nested variables. */
const MAX_DEPTH = 100;

/** Expands each variable once. Values with other functions of make stay as written. */
function expandAll(
  variables: ReadonlyMap<string, string>,
  prepare: (text: string) => string,
): Map<string, string> {
  const done = new Map<string, Expanded>();
  const open = new Set<string>();
  const expand = (name: string): Expanded | undefined => {
    const known = done.get(name);
    const value = variables.get(name);
    if (known || value === undefined || open.has(name) || open.size === MAX_DEPTH) return known;
    open.add(name);
    const { text, unbound } = expandVariables(prepare(value), expand);
    const expanded = { text: substitute(text), unbound };
    open.delete(name);
    done.set(name, expanded);
    return expanded;
  };
  return new Map([...variables].map(([name, value]) => [name, expand(name)?.text ?? value]));
}

const makefilesBeside = (path: string, files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] =>
  files
    .filter((file) => file.facts.make && posix.dirname(file.path) === posix.dirname(path))
    .toSorted((a, b) => Number(isDefaultMakefile(b.path)) - Number(isDefaultMakefile(a.path)));

const isDefaultMakefile = (path: string): boolean => /(?:^|\/)(?:gnu)?makefile$/i.test(path);
