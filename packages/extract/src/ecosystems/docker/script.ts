import { expandVariables } from "./expand-variables.ts";
import { unquote } from "./instructions.ts";

/** A simple command of a shell script. */
export interface CommandLine {
  words: string[];
  /** The 0-based line of the script where the command starts. */
  index: number;
  /** Interpolates the variables that are assigned before the command. Valid until the next command is read. */
  expand: (text: string) => string;
}

const ASSIGNMENT = /^(?<name>[a-z_]\w*)=(?<value>.*)$/i;

/** Yields the commands of a shell script in order. Variables start with the values of `environment`. */
export function* commandLines(
  script: string,
  environment: ReadonlyMap<string, string>,
): Generator<CommandLine> {
  const values = new Map(environment);
  const expand = (text: string): string =>
    expandVariables(text, (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : { text: value, unbound: null };
    }).text;
  for (const { words, index } of commandsOf(script)) {
    const assignment = ASSIGNMENT.exec(words.join(" ").replace(/^export /, ""))?.groups;
    if (assignment) {
      const { name = "", value = "" } = assignment;
      const known = withoutCase(value);
      if (/\$\(|`/.test(known)) values.delete(name);
      else values.set(name, expand(known));
    }
    yield { words, index, expand };
  }
}

/** `$(echo X | tr A-Z a-z)`, also with `awk` or a here-string. */
const LOWERED =
  /^\$\((?:echo (?:-n )?(?<echoed>[^\s|()]+) ?\| ?(?:tr|awk|sed) [^()]*(?:\(\$0\)[^()]*)?|tr [^()<]*<<< ?(?<here>[^\s|()]+))\)$/;

/** Removes what only changes the case of a value. Names of images are lowercase anyway. */
const withoutCase = (value: string): string => {
  const { echoed, here } = LOWERED.exec(value)?.groups ?? {};
  return (echoed ?? here ?? value).replace(/\$\{(?<name>\w+)(?:,,|@L)\}/g, "${$<name>}");
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

/** Returns the values that a script writes to `$GITHUB_ENV` and `$GITHUB_OUTPUT`. */
export function exportedValues(script: string, environment: ReadonlyMap<string, string>): ExportedValue[] {
  if (!/GITHUB_(?:ENV|OUTPUT)|::set-output/.test(script)) return [];
  const exported: ExportedValue[] = [];
  for (const { words, expand } of commandLines(script, environment)) {
    const command = words.join(" ").slice(0, MAX_COMMAND);
    const { name, value = "", file } = (EXPORT.exec(command) ?? SET_OUTPUT.exec(command))?.groups ?? {};
    if (name === undefined) continue;
    const known = expand(withoutCase(value));
    const isKnown = !/\$(?!\{\{)|`/.test(known);
    exported.push({ file: file === "ENV" ? "ENV" : "OUTPUT", name, value: isKnown ? known : undefined });
  }
  return exported;
}

/** Splits a script into simple commands with continuation lines joined. */
function commandsOf(script: string): Pick<CommandLine, "words" | "index">[] {
  const commands: Pick<CommandLine, "words" | "index">[] = [];
  let continued: string[] = [];
  for (const [index, line] of script.split("\n").entries()) {
    const text = line.trim();
    if (text.endsWith("\\")) {
      continued.push(text.slice(0, -1));
      continue;
    }
    const start = index - continued.length;
    for (const command of [...continued, text].join(" ").split(/&&|\|\||;/)) {
      commands.push({ words: wordsOf(command), index: start });
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
const PREFIX = /^(?:sudo|then|do|else|[A-Za-z_]\w*=\S*)$/;

/** Returns the verb and arguments of a docker or podman command: `push` for `docker image push x`. */
export function dockerCommand(words: readonly string[]): { verb: string; args: string[] } | undefined {
  const start = words.findIndex((word) => !PREFIX.test(word));
  const [tool, ...rest] = words.slice(start === -1 ? words.length : start);
  if (tool !== "docker" && tool !== "podman") return undefined;
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
