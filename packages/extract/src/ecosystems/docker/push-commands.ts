import { expandVariables } from "./expand-variables.ts";
import { unquote } from "./instructions.ts";

export interface PushedImage {
  text: string;
  /** The 0-based line of the script where the command starts. */
  index: number;
}

/** Docker commands with subcommands. */
const GROUPS = new Set(["image", "buildx", "manifest"]);
const ASSIGNMENT = /^(?<name>[a-z_]\w*)=(?<value>.*)$/i;

/** Returns the images that a shell script pushes. Variables must be assigned earlier in the script or in `environment`. */
export function pushedImages(script: string, environment: ReadonlyMap<string, string>): PushedImage[] {
  const values = new Map(environment);
  const expand = (text: string): string =>
    expandVariables(text, (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : { text: value, unbound: null };
    }).text;
  return commandsOf(script).flatMap(({ words, index }) => {
    const assignment = ASSIGNMENT.exec(words.join(" ").replace(/^export /, ""))?.groups;
    if (assignment) {
      const { name = "", value = "" } = assignment;
      if (/\$\(|`/.test(value)) values.delete(name);
      else values.set(name, expand(value));
    }
    return pushedBy(words).map((word) => ({ text: expand(word), index }));
  });
}

/** Whether a script pushes the images of compose: `docker compose -f x.yml push app`. */
export const pushesCompose = (script: string): boolean =>
  /\b(?:docker|podman)[ -]compose\b[^\n;&|#]* push\b/.test(script.replace(/\\\r?\n/g, " "));

interface Command {
  words: string[];
  index: number;
}

/** Splits a script into simple commands with continuation lines joined. */
function commandsOf(script: string): Command[] {
  const commands: Command[] = [];
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

/** Words before the command: `if x; then DOCKER_BUILDKIT=1 docker …`. */
const PREFIX = /^(?:sudo|then|do|else|[A-Za-z_]\w*=\S*)$/;

/**
 * Returns the images that a command pushes with docker or podman: `docker push x`, `docker image push x`,
 * `docker manifest push x`, `docker buildx build --push -t x .`, `docker buildx imagetools create -t x y`.
 */
function pushedBy(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !PREFIX.test(word));
  const [tool, ...rest] = words.slice(start === -1 ? words.length : start);
  if (tool !== "docker" && tool !== "podman") return [];
  const [verb, ...args] = GROUPS.has(rest[0] ?? "") ? rest.slice(1) : rest;
  if (verb === "push") return args.filter((arg) => !arg.startsWith("-")).slice(0, 1);
  const isPublishing =
    verb === "imagetools" ? args[0] === "create" : verb === "build" && args.includes("--push");
  return isPublishing ? tagsOf(args) : [];
}

function tagsOf(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (arg === "-t" || arg === "--tag") return args.slice(index + 1, index + 2);
    return arg.startsWith("--tag=") ? [arg.slice("--tag=".length)] : [];
  });
}
