import { posix } from "node:path";
import type { Facts } from "../../ecosystem.ts";
import type { NpmFacts } from "./read.ts";

/** Patterns beyond these limits take too long to match. */
const MAX_PARTS = 20;
const MAX_LENGTH = 100;
const MAX_STARS = 3;

/** Returns the glob patterns of each workspace's members, by the folder of its root. */
export function workspacesOf(files: readonly Facts<NpmFacts>[]): ReadonlyMap<string, readonly string[]> {
  const workspaces = new Map<string, string[]>();
  for (const { path, facts } of files) {
    const folder = posix.dirname(path);
    if (facts.workspaces.length > 0)
      workspaces.set(folder, [...(workspaces.get(folder) ?? []), ...facts.workspaces]);
  }
  return workspaces;
}

/** Whether a folder is a member. `!` excludes folders that an earlier pattern includes. */
export function isMember(patterns: readonly string[], folder: string): boolean {
  let isIncluded = false;
  for (const pattern of patterns) {
    const isNegative = pattern.startsWith("!");
    if (isNegative === isIncluded && matches(isNegative ? pattern.slice(1) : pattern, folder))
      isIncluded = !isNegative;
  }
  return isIncluded;
}

/** Returns whether a glob pattern matches a path. `**` stands for any number of folders. */
function matches(pattern: string, path: string): boolean {
  const folders = path.split("/");
  /** The numbers of folders that the pattern so far matches. */
  let reached = [0];
  for (const part of pattern
    .replace(/^\.?\//, "")
    .replace(/\/$/, "")
    .split("/", MAX_PARTS)) {
    if (part === "**") {
      const first = Math.min(...reached);
      reached = Array.from({ length: folders.length - first + 1 }, (_, at) => first + at);
    } else {
      const isMatch = matcherOf(part);
      reached = reached.filter((at) => at < folders.length && isMatch(folders[at] ?? "")).map((at) => at + 1);
    }
    if (reached.length === 0) return false;
  }
  return reached.includes(folders.length);
}

/** Supports `*` and `{a,b}`. */
function matcherOf(part: string): (folder: string) => boolean {
  if (!/[*{]/.test(part)) return (folder) => folder === part;
  if (part === "*") return () => true;
  if (part.length > MAX_LENGTH || part.split("*").length > MAX_STARS + 1) return () => false;
  const source = part
    .replace(/[.+^$()|[\]\\?]/g, String.raw`\$&`)
    .replace(/\{([^{}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(",", "|")})`)
    .replace(/[{}]/g, String.raw`\$&`)
    .replace(/\*+/g, "[^/]*");
  const expression = new RegExp(`^${source}$`);
  return (folder) => expression.test(folder);
}
