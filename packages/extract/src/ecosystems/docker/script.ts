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
      if (/\$\(|`/.test(value)) values.delete(name);
      else values.set(name, expand(value));
    }
    yield { words, index, expand };
  }
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
