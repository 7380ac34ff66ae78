import type { Facts } from "../../ecosystem.ts";
import { isTestInput } from "../../repository-path.ts";
import { isPipeline, type GitlabFacts } from "./read.ts";

export type File = Facts<GitlabFacts>;

/** Bounds the cost of matching. */
const MAX_STARS = 3;
const MAX_PATTERN_LENGTH = 4096;
/** Folders of documentation, whose files look like GitLab's. */
const DOCUMENTATION = /(?:^|\/)(?:docs?|examples?|samples?)\//i;

/**
 * Returns the files that GitLab reads: pipelines, components, the files they include, and files written for other
 * projects to include. Any other claimed file may belong to another tool.
 */
export const readFiles = (files: readonly File[]): File[] => withIncluded(files.filter(isRead), files);

/** Returns the files that run in this project. Other projects may include them as well. */
export const ownFiles = (files: readonly File[]): File[] =>
  withIncluded(
    files.filter(({ path }) => path === ".gitlab-ci.yml"),
    files,
  );

export function withIncluded(roots: readonly File[], files: readonly File[]): File[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set(roots);
  const followed = new Set<string>();
  // Iterating over a set includes entries added during the iteration.
  for (const { facts } of reached) {
    for (const local of facts.locals.filter((each) => !followed.has(each))) {
      followed.add(local);
      for (const file of matching(local, files, byPath)) reached.add(file);
    }
  }
  return files.filter((file) => reached.has(file));
}

const isRead = ({ path, facts }: File): boolean =>
  isPipeline(path) ||
  facts.component !== null ||
  (facts.isCertain && !isTestInput(path) && !DOCUMENTATION.test(path));

/** Returns the files that `include: local` names, from the root of the repository. */
export function matching(written: string, files: readonly File[], byPath: ReadonlyMap<string, File>): File[] {
  const local = written.replace(/^\/+|^\.\//, "");
  if (!local.includes("*")) return [byPath.get(local)].filter((file) => file !== undefined);
  const stars = local.match(/\*+/g) ?? [];
  if (stars.length > MAX_STARS || local.length > MAX_PATTERN_LENGTH) return [];
  const pattern = local
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*+/g, (star) => (star === "**/" ? "(?:.*/)?" : star === "*" ? "[^/]*" : ".*"));
  const test = new RegExp(`^${pattern}$`);
  return files.filter(({ path }) => test.test(path));
}
