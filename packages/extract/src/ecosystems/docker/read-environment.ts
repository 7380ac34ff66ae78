import { expandVariables, type Expanded } from "./expand-variables.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";

const ASSIGNMENT = /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*[=:](?<value>.*)$/;
/** One that goes on over lines, or escapes a character, names no image: it stays as written. */
const QUOTED = /^\s*(?:'(?<single>[^']*)'|"(?<double>[^"\\]*)")/;
/** A `#` within a word is a part of it. */
const COMMENT = /\s#.*$/;
/** No person writes more; bounds what values that double with every line come to. */
const MAX_VARIABLES = 1_000;

/** An `.env` file as compose reads it: the last value of a name counts, and may hold names that were given one above. */
export function readEnvironment(text: string): DockerFacts {
  const environment = new Map<string, Expanded>();
  for (const line of text.split(/\r?\n/)) {
    const { name, value = "" } = ASSIGNMENT.exec(line)?.groups ?? {};
    if (name === undefined || environment.size === MAX_VARIABLES) continue;
    const { single, double } = QUOTED.exec(value)?.groups ?? {};
    const bound =
      single === undefined
        ? expandVariables(double ?? value.replace(COMMENT, "").trim(), (sought) => environment.get(sought))
        : { text: single, unbound: null };
    environment.set(name, bound);
  }
  return { ...emptyFacts("environment"), environment: Object.fromEntries(environment) };
}
