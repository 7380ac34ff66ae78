import type { PypiFacts } from "./facts.ts";

const MAX_ALTERNATIVES = 50;

/**
 * Returns the alternatives of a condition on factors: `a-c` and `b-c` for `{a,b}-c`. Negated ones are left out: most
 * environments have them.
 */
export function expandFactors(condition: string): string[] {
  const done: string[] = [];
  let open = [""];
  for (const [part] of condition.matchAll(/\{[^{}]*\}|,|[^{},]+/g)) {
    if (part === ",") {
      done.push(...open);
      open = [""];
    } else {
      const choices = part.startsWith("{") ? part.slice(1, -1).split(",") : [part];
      open = open
        .flatMap((start) => choices.map((choice) => start + choice.trim()))
        .slice(0, MAX_ALTERNATIVES);
    }
  }
  return [...done, ...open].filter((each) => each !== "" && !each.includes("!"));
}

/** Returns whether some of the environments are named by a pipeline. See `Requirement.environments`. */
export function createToxRuns(
  facts: Iterable<PypiFacts>,
): (environments: readonly string[] | undefined) => boolean {
  const names = new Set(Array.from(facts, ({ toxRuns }) => toxRuns).flat());
  const runs = Array.from(names, (name) => new Set(name.split("-")));
  const isRun = (environment: string): boolean =>
    environment.startsWith("=")
      ? names.has(environment.slice(1))
      : runs.some((factors) => environment.split("-").every((factor) => factors.has(factor)));
  return (environments) => environments?.some(isRun) === true;
}

/** Files of pipelines. Those in subfolders belong to templates. */
const PIPELINE =
  /^(?:\.github\/(?:workflows\/[^/]+|actions\/[^/]+\/action)\.ya?ml|\.gitlab-ci\.ya?ml|\.travis\.ya?ml|\.cirrus\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines[^/]*\.ya?ml|appveyor\.ya?ml|Jenkinsfile)$/;

/** Whether a file is a pipeline that may run environments of tox. */
export const mayRunTox = (path: string, text: string): boolean => PIPELINE.test(path) && /tox/i.test(text);

const NAME = String.raw`["']?[\w.-]{1,100}["']?`;
const NAMES = String.raw`${NAME}(?:[ \t]{0,20},[ \t]{0,20}${NAME}){0,50}`;
/** `tox -e a,b`, `tox run -f a`, `tox -e ${{ matrix.key }}`. */
const COMMAND = new RegExp(
  String.raw`\btox\b[^\n|;&#]{0,100}?[ \t](?:-e|-f|--env|-m)[ =][ \t]{0,20}(?:"?\$\{\{[ \t]{0,20}matrix\.(?<key>[\w-]+)|(?<names>${NAMES}))`,
  "g",
);
/** `TOXENV: a`, `tox-env: [a, b]`, and a list with an item per line. */
const VARIABLE = /^TOX[-_]?ENVS?$/i;
const FIELD = new RegExp(
  String.raw`(?<key>\b[A-Za-z][\w-]{0,50})["']?[:=][ \t]{0,20}\[?[ \t]{0,20}(?:(?<names>${NAMES})|(?<items>(?:\n[ \t]{0,50}-[ \t]{1,20}${NAME}[ \t]{0,20}(?=\n|$)){1,100}))`,
  "g",
);

/** Returns the names of the environments that a pipeline runs. */
export function readToxRuns(text: string): string[] {
  const lines = text.replaceAll("\r\n", "\n").replace(/^[ \t]*#.*$/gm, "");
  const keys = new Set<string>();
  const names: string[] = [];
  for (const { groups } of lines.matchAll(COMMAND)) {
    if (groups?.["key"] !== undefined) keys.add(groups["key"]);
    names.push(groups?.["names"] ?? "");
  }
  for (const { groups } of lines.matchAll(FIELD)) {
    const key = groups?.["key"] ?? "";
    if (!keys.has(key) && !VARIABLE.test(key)) continue;
    names.push(groups?.["names"] ?? groups?.["items"]?.replace(/\n[ \t]*-/g, ",") ?? "");
  }
  return [...new Set(names.flatMap((each) => each.split(/[\s,"']+/)))].filter((name) => name !== "");
}
