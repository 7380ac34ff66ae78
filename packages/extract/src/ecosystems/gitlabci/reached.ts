import type { Facts } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import { isPipeline, type GitlabFacts } from "./read.ts";

type File = Facts<GitlabFacts>;

/** Patterns with more stars would cost more than they tell. */
const MAX_STARS = 3;
/** No path is longer. */
const MAX_PATTERN_LENGTH = 4096;
/** Texts of others that only look like ours. */
const SHOWN = /(?:^|\/)(?:docs?|examples?|samples?)\//i;

/**
 * The files that GitLab reads: pipelines, components, what these include, and what can only be made for others to
 * include. Everything else that was claimed may be another tool's.
 */
export const readFiles = (files: readonly File[]): File[] => withIncluded(files.filter(isRead), files);

/** Those that run in this very project, whoever else includes them. */
export const ownFiles = (files: readonly File[]): File[] =>
  withIncluded(
    files.filter(({ path }) => path === ".gitlab-ci.yml"),
    files,
  );

function withIncluded(roots: readonly File[], files: readonly File[]): File[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(roots);
  const followed = new Set<string>();
  // A set hands out what is added while it is walked.
  for (const { facts } of reached) {
    for (const local of facts.locals.filter((each) => !followed.has(each))) {
      followed.add(local);
      for (const file of matching(local.replace(/^\/+|^\.\//, ""), files, byPath)) reached.add(file);
    }
  }
  return files.filter((file) => reached.has(file));
}

const isRead = ({ path, facts }: File): boolean =>
  isPipeline(path) ||
  facts.component !== null ||
  (facts.isCertain && !isTestInput(path) && !SHOWN.test(path));

function matching(local: string, files: readonly File[], byPath: ReadonlyMap<string, File>): File[] {
  if (!local.includes("*")) return [byPath.get(local)].filter((file) => file !== undefined);
  const stars = local.match(/\*+/g) ?? [];
  if (stars.length > MAX_STARS || local.length > MAX_PATTERN_LENGTH) return [];
  const pattern = local
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*+/g, (star) => (star === "**/" ? "(?:.*/)?" : star === "*" ? "[^/]*" : ".*"));
  const test = new RegExp(`^${pattern}$`);
  return files.filter(({ path }) => test.test(path));
}
