import type { VersioningScheme } from "@knockon/extract/ecosystem";

/** Names of tags and commits, in full or shortened: `v1`, `1.2.x`, `2f5a0b1`. */
const VERSION = /^v?\d+(?:\.(?:\d+|x))*$|^v?\d+\.\d+[\w.+-]*$|^[\da-f]{7,64}$/i;
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "head"]);

/**
 * Whether a declaration follows a branch to which the change is not made. `tags` and `branches` are those of the producer;
 * `branches` has the ones that get the change.
 */
export function isOnOtherBranch(
  { versioning, versionConstraint }: { versioning: VersioningScheme; versionConstraint: string | null },
  tags: ReadonlySet<string>,
  branches: ReadonlySet<string>,
): boolean {
  if (versioning !== "git" || versionConstraint === null) return false;
  if (/^(?:refs\/)?tags\//.test(versionConstraint)) return false;
  const ref = versionConstraint.replace(/^(?:refs\/)?heads\//, "");
  if (tags.has(ref) || branches.has(ref) || VERSION.test(ref) || /[${}*^~<>=]/.test(ref)) return false;
  return !DEFAULT_BRANCHES.has(ref.toLowerCase());
}
