import { getUse, type PackedGraph } from "../packed-graph.ts";
import type { VersioningScheme } from "@knockon/extract/ecosystem";

/** Names of tags and commits, in full or shortened: `v1`, `1.2.x`, `2f5a0b1`. */
const VERSION = /^v?\d+(?:\.(?:\d+|x))*$|^v?\d+\.\d+[\w.+-]*$|^[\da-f]{7,64}$/i;
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "head"]);

/** The branches of a producer, as far as they are known. */
export interface Branches {
  /** Those that get the change. */
  changed: ReadonlySet<string>;
  others: ReadonlySet<string>;
}

/** The refs of the producer that decide which declarations get a change. */
export interface Refs {
  tags: ReadonlySet<string>;
  branches: Branches;
}

/** Restricts the uses that count for a root to those that do not follow another branch. */
export const onSameBranch =
  (
    graph: PackedGraph,
    { tags, branches }: Refs,
    counts: ((use: number) => boolean) | undefined,
  ): ((use: number) => boolean) =>
  (use) =>
    counts?.(use) !== false && !isOnOtherBranch(getUse(graph, use), tags, branches);

/** Whether a declaration follows a branch of the producer to which the change is not made. */
export function isOnOtherBranch(
  { versioning, versionConstraint }: { versioning: VersioningScheme; versionConstraint: string | null },
  tags: ReadonlySet<string>,
  { changed, others }: Branches,
): boolean {
  if (versioning !== "git" || versionConstraint === null) return false;
  if (/^(?:refs\/)?tags\//.test(versionConstraint)) return false;
  const ref = versionConstraint.replace(/^(?:refs\/)?heads\//, "");
  if (tags.has(ref) || changed.has(ref)) return false;
  if (others.has(ref)) return true;
  if (VERSION.test(ref) || /[${}*^~<>=]/.test(ref)) return false;
  return !DEFAULT_BRANCHES.has(ref.toLowerCase());
}
