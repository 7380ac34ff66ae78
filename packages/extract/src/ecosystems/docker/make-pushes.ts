import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import type { DockerFacts, ImageBuild } from "./facts.ts";
import { pushedImages } from "./push-commands.ts";

/**
 * The images that the recipes of one Makefile push. Its variables may be set in any Makefile of the folder: which ones
 * include each other is not followed, but the one that make starts with comes first.
 */
export function imagesPushedByMake(path: string, files: readonly Facts<DockerFacts>[]): ImageBuild[] {
  const recipes = files.find((file) => file.path === path)?.facts.make?.recipes ?? [];
  if (recipes.length === 0) return [];
  const variables = expandAll(variablesOf(makefilesBeside(path, files)));
  return recipes.flatMap(({ line, script }) =>
    pushedImages(script, variables).map(({ text, index }) => ({
      line: line + index,
      text,
      rule: "docker.make_push",
    })),
  );
}

/** The first value of each name. */
function variablesOf(makefiles: readonly Facts<DockerFacts>[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const [name, value] of makefiles.flatMap(({ facts }) => Object.entries(facts.make?.variables ?? {}))) {
    if (!variables.has(name)) variables.set(name, value);
  }
  return variables;
}

/** Variables of variables of variables. */
const MAX_DEPTH = 8;

/** A value that only make could compute stays as it is, and names no image. */
function expandAll(variables: ReadonlyMap<string, string>): Map<string, string> {
  const expand = (text: string, depth: number): Expanded =>
    expandVariables(text, (name) => {
      const value = depth < MAX_DEPTH ? variables.get(name) : undefined;
      return value === undefined ? undefined : expand(value, depth + 1);
    });
  return new Map([...variables].map(([name, value]) => [name, expand(value, 0).text]));
}

const makefilesBeside = (path: string, files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] =>
  files
    .filter((file) => file.facts.make && posix.dirname(file.path) === posix.dirname(path))
    .toSorted((a, b) => Number(isStart(b.path)) - Number(isStart(a.path)));

const isStart = (path: string): boolean => /(?:^|\/)(?:gnu)?makefile$/i.test(path);
