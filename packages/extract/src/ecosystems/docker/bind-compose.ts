import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import { parseImageReference, splitImageReference } from "../../image-reference.ts";
import { expandVariables, type Expanded } from "./expand-variables.ts";
import { COMPOSE_IMAGE, type DockerFacts } from "./facts.ts";

type Environment = ReadonlyMap<string, Expanded>;
const NOTHING: Environment = new Map();

/** The files with the variables of compose's replaced, as the `.env` of the same folder binds them or they say by default. */
export function bindCompose(files: readonly Facts<DockerFacts>[]): Facts<DockerFacts>[] {
  const environments = new Map(
    files.flatMap(({ path, facts }) =>
      facts.environment ? [[posix.dirname(path), new Map(Object.entries(facts.environment))]] : [],
    ),
  );
  return files.map(({ path, facts }) =>
    facts.kind === "compose"
      ? { path, facts: bound(facts, environments.get(posix.dirname(path)) ?? NOTHING) }
      : { path, facts },
  );
}

/** What one service builds is not taken from elsewhere by another. */
function bound(facts: DockerFacts, environment: Environment): DockerFacts {
  const builds = facts.builds.map((build) => ({ ...build, text: interpolate(build.text, environment).text }));
  const builtNames = new Set(builds.map(({ text }) => nameOf(text)));
  const uses = facts.uses
    .map((use) => ({ ...use, ...interpolate(use.text, environment) }))
    .filter(({ rule, text }) => rule !== COMPOSE_IMAGE || !builtNames.has(nameOf(text)));
  return { ...facts, builds, uses };
}

/** An environment that makes no image of it is one that somebody has yet to fill in, and binds nothing. */
function interpolate(text: string, environment: Environment): Expanded {
  const expanded = expandVariables(text, (name) => environment.get(name));
  if (expanded.unbound !== null || parseImageReference(expanded.text)) return expanded;
  return expandVariables(text, () => undefined);
}

/** The same for every tag, bound or not. */
const nameOf = (text: string): string =>
  parseImageReference(splitImageReference(text).repository)?.name ?? text;
