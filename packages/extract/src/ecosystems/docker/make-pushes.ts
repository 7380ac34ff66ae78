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

/** Of variables of variables; more than people write, and little enough for the stack. */
const MAX_DEPTH = 100;

/** Each once, however many others name it. A value that only make could compute stays as it is, and names no image. */
function expandAll(variables: ReadonlyMap<string, string>): Map<string, string> {
  const done = new Map<string, Expanded>();
  const open = new Set<string>();
  const expand = (name: string): Expanded | undefined => {
    const known = done.get(name);
    const value = variables.get(name);
    if (known || value === undefined || open.has(name) || open.size === MAX_DEPTH) return known;
    open.add(name);
    const expanded = expandVariables(value, expand);
    open.delete(name);
    done.set(name, expanded);
    return expanded;
  };
  return new Map([...variables].map(([name, value]) => [name, expand(name)?.text ?? value]));
}

const makefilesBeside = (path: string, files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] =>
  files
    .filter((file) => file.facts.make && posix.dirname(file.path) === posix.dirname(path))
    .toSorted((a, b) => Number(isStart(b.path)) - Number(isStart(a.path)));

const isStart = (path: string): boolean => /(?:^|\/)(?:gnu)?makefile$/i.test(path);
