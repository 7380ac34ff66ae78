import { Arrays, joinArrays } from "./arrays.ts";
import { expandVariables } from "./expand-variables.ts";
import { unquote } from "./instructions.ts";

/** A simple command of a shell script. */
export interface CommandLine {
  words: string[];
  /** The 0-based line of the script where the command starts. */
  index: number;
  /** Interpolates the variables that are assigned before the command. Valid until the next command is read. */
  expand: (text: string) => string;
  /** Returns the results for all values of the variables of loops. Valid until the next command is read. */
  expandAll: (text: string) => string[];
}

const ASSIGNMENT = /^(?<name>[a-z_]\w*)=(?<value>.*)$/i;

/** Yields the commands of a shell script in order. Variables start with the values of `environment`. */
export function* commandLines(
  script: string,
  environment: ReadonlyMap<string, string>,
): Generator<CommandLine> {
  const values = new Map(environment);
  const loops = new Map<string, string[]>();
  let left = MAX_EXPANSIONS;
  const expandWith = (text: string, own: ReadonlyMap<string, string>): string =>
    expandVariables(text, (name) => {
      const value = own.get(name) ?? values.get(name);
      return value === undefined ? undefined : { text: value, unbound: null };
    }).text;
  const expand = (text: string): string => expandWith(text, NO_VALUES);
  const expandAll = (text: string): string[] => {
    const done: string[] = [];
    const open = [expand(text)];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      const name = left > 0 ? loopIn(each, loops) : undefined;
      left -= name === undefined ? 0 : 1;
      if (name === undefined) done.push(each);
      for (const choice of loops.get(name ?? "")?.toReversed() ?? []) {
        open.push(expandWith(each, new Map([[name ?? "", choice]])));
      }
      if (done.length + open.length > MAX_CHOICES) return [];
    }
    return done;
  };
  const arrays = new Arrays();
  for (const { words: written, index } of commandsOf(script)) {
    arrays.assign(written);
    const words = written[0] === "for" ? written : arrays.expand(written);
    const assignment = ASSIGNMENT.exec(words.join(" ").replace(/^(?:export|local|readonly) /, ""))?.groups;
    if (assignment && !BUILDERS.has(simpleCommand(words).words[0] ?? "")) {
      const { name = "", value = "" } = assignment;
      const known = withoutCase(value);
      loops.delete(name);
      if (/\$\(|`/.test(known)) values.delete(name);
      else assign(values, name, expand(known));
    }
    const [keyword, name = "", preposition, ...items] = words;
    if (keyword === "for" && preposition === "in" && /^[a-z_]\w*$/i.test(name)) {
      values.delete(name);
      loops.set(
        name,
        items.flatMap((item) => itemsOf(item, expand)),
      );
      if (items.some((item) => /\$\(|`/.test(item))) loops.delete(name);
    }
    yield { words, index, expand, expandAll };
  }
}

/** The registry of one machine: the branch of a condition that tests take. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)(?::\d+)?\/?$/;

/** A value that only the owner of a fork or the settings of the host know. */
const SECRET = /\$\{\{ ?(?:secrets|vars)\./;

/**
 * Assigns a value. A registry of tests does not replace another one, nor a secret a known value, because both branches
 * of a condition are read.
 */
export function assign(values: Map<string, string>, name: string, value: string): void {
  const known = values.get(name);
  const isWorse = LOCAL_HOST.test(value) || (SECRET.test(value) && !SECRET.test(known ?? ""));
  if (known === undefined || !isWorse) values.set(name, value);
}

const NO_VALUES: ReadonlyMap<string, string> = new Map();
/** Bounds the values of loops and their combinations. */
const MAX_CHOICES = 64;
/** Bounds the expansions of loops in one script. */
const MAX_EXPANSIONS = 2000;

/** Returns the first variable of a text that a loop assigns. */
function loopIn(text: string, loops: ReadonlyMap<string, unknown>): string | undefined {
  if (loops.size === 0 || !text.includes("$")) return undefined;
  for (const { groups } of text.matchAll(/\$\{?(?<name>[A-Za-z_]\w*)/g)) {
    if (loops.has(groups?.["name"] ?? "")) return groups?.["name"];
  }
  return undefined;
}

/** Returns the values of an item of a loop: of an array (`${IMAGES[@]}`, assigned as `IMAGES=(a b)`) or a list of words. */
function itemsOf(item: string, expand: (text: string) => string): string[] {
  const text = expand(item.replace(/^\$\{(?<name>\w+)\[[@*]\]\}$/, "${$<name>}"));
  return text
    .replace(/^\(|\)$/g, "")
    .split(/\s+/)
    .filter((one) => one !== "");
}

/** `$(echo X | tr A-Z a-z)`, also with `awk` or a here-string. */
const LOWERED =
  /^\$\((?:echo (?:-n )?(?<echoed>[^\s|()]+) ?\| ?(?:tr|awk|sed) [^()]*(?:\(\$0\)[^()]*)?|tr [^()<]*<<< ?(?<here>[^\s|()]+))\)$/;

/** The name of the folder of a repository, which is that of the repository, where CI runs a script. */
const FOLDER_NAME = /\$\(basename (?:\$\{?PWD\}?|\$\(pwd\)|\$\(git rev-parse --show-toplevel\))\)/g;

/** Removes what only changes the case of a value. Names of images are lowercase anyway. */
const withoutCase = (value: string): string => {
  const { echoed, here } = LOWERED.exec(value)?.groups ?? {};
  return (echoed ?? here ?? value)
    .replace(/\$\{(?<name>\w+)(?:,,|@L)\}/g, "${$<name>}")
    .replace(FOLDER_NAME, "${{github.event.repository.name}}");
};

/** A value that a step of a workflow sets for later steps. */
export interface ExportedValue {
  file: "ENV" | "OUTPUT";
  name: string;
  /** Undefined if it is only known at run time. */
  value: string | undefined;
}

const EXPORT =
  /^echo (?:-[ne]+ )?(?<name>\w+)=(?<value>.*?) ?(?:>>?|\| ?tee (?:-a )?) ?\$\{?GITHUB_(?<file>ENV|OUTPUT)\}?$/;
/** The former form of outputs. */
const SET_OUTPUT = /^echo ::set-output name=(?<name>\w+)::(?<value>.*)$/;
const MAX_COMMAND = 1_000;
/** A variable in the place of a tag. The name of the image is known without it. */
const UNKNOWN_TAG = /(?<=[\w/}-]):\$\{?\w+\}?/g;

/** Returns the values that a script writes to `$GITHUB_ENV` and `$GITHUB_OUTPUT`. */
export function exportedValues(script: string, environment: ReadonlyMap<string, string>): ExportedValue[] {
  if (!/GITHUB_(?:ENV|OUTPUT)|::set-output/.test(script)) return [];
  const exported: ExportedValue[] = [];
  for (const { words, expand } of commandLines(script, environment)) {
    const command = words.join(" ").slice(0, MAX_COMMAND);
    const { name, value = "", file } = (EXPORT.exec(command) ?? SET_OUTPUT.exec(command))?.groups ?? {};
    if (name === undefined) continue;
    const known = expand(withoutCase(value));
    const isKnown = !/\$(?!\{\{)|`/.test(known.replaceAll(UNKNOWN_TAG, ""));
    exported.push({ file: file === "ENV" ? "ENV" : "OUTPUT", name, value: isKnown ? known : undefined });
  }
  return exported;
}

/** Splits a script into simple commands with continuation lines joined. */
function commandsOf(script: string): Pick<CommandLine, "words" | "index">[] {
  const commands: Pick<CommandLine, "words" | "index">[] = [];
  let continued: string[] = [];
  for (const { text: line, index } of joinArrays(script.split("\n"))) {
    const text = line.trim();
    if (text.endsWith("\\")) {
      continued.push(text.slice(0, -1));
      continue;
    }
    const start = index - continued.length;
    for (const command of [...continued, text].join(" ").split(/&&|\|\||;/)) {
      const words = wordsOf(command.replace(/^\s*\((?=\s*\w)/, ""));
      commands.push({ words, index: start });
    }
    continued = [];
  }
  return commands;
}

const wordsOf = (command: string): string[] =>
  unquote(command)
    .split(/\s+/)
    .filter((word) => word !== "");

/** Docker commands with subcommands. */
const GROUPS = new Set(["image", "buildx", "manifest"]);
/** Words before the command: `if x; then DOCKER_BUILDKIT=1 docker …`. */
const PREFIX = /^(?:sudo|env|time|then|do|else|if|!|\(|\{|[A-Za-z_]\w*=\S*)$/;
const DOCKER = new Set(["docker", "podman", "nerdctl", "buildah"]);
/** Commands whose leading assignments only apply to them. */
const BUILDERS = new Set([...DOCKER, "ko"]);

/** Returns a command without what precedes it, and the variables that are only assigned for it. */
export function simpleCommand(words: readonly string[]): { words: string[]; own: Map<string, string> } {
  const first = words.findIndex((word) => !PREFIX.test(word));
  const start = first === -1 ? words.length : first;
  const assignments = words.slice(0, start).flatMap((word) => {
    const { name, value = "" } = ASSIGNMENT.exec(word)?.groups ?? {};
    return name === undefined ? [] : [[name, value] as const];
  });
  return { words: words.slice(start), own: new Map(assignments) };
}

/** Returns the verb and arguments of a docker or podman command: `push` for `docker image push x`. */
export function dockerCommand(words: readonly string[]): { verb: string; args: string[] } | undefined {
  const [tool = "", ...rest] = simpleCommand(words).words;
  if (!DOCKER.has(tool)) return undefined;
  const [verb = "", ...args] = GROUPS.has(rest[0] ?? "") ? rest.slice(1) : rest;
  return { verb, args };
}

/** Returns the values of `-t` and `--tag`. */
export function tagsOf(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === "-t" || arg === "--tag") return args.slice(index + 1, index + 2);
    return arg.startsWith("--tag=") ? [arg.slice("--tag=".length)] : [];
  });
}
