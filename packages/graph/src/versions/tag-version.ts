import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { versioningOf } from "./scheme.ts";

/** `v3` and `v3.1` are moved from release to release. */
const MOVING = /^v?\d{1,4}(?:\.\d+)?$/;

/** The version that a tag of the producing repository stands for; undefined for tags that are no release. */
export function tagVersion(scheme: VersioningScheme, tag: string): string | undefined {
  if (MOVING.test(tag)) return undefined;
  const candidates = scheme === "git" || scheme === "go" ? [tag] : [tag, tag.replace(/^v(?=\d)/, "")];
  const { compare } = versioningOf(scheme);
  return candidates.findLast((candidate) => compare(candidate, candidate) === 0);
}
