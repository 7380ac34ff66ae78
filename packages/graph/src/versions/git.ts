import { isAbbreviatedCommit, isCommit } from "./commit.ts";
import { npm } from "./npm.ts";
import { compareReleases, isOnLine, parseRelease, type Release } from "./release.ts";
import { isRepublished } from "./republished.ts";
import type { Versioning } from "./versioning.ts";

/** `sub/v1.2.3`, `ui-1.2.3`, `@acme/ui@1.2.3`: the release stands at the end, after the name of what is released. A head is a branch. */
const TAG =
  /^(?!refs\/heads\/)(?:refs\/tags\/)?(?<prefix>|[a-z@]\S*?[-@_/])(?<version>v?\d+(?:\.\d+)*(?:[-+][\w.+-]+)?)$/i;
/** The same where the name before the release has numbers of its own: `app-8.10-15.0.0`. */
const RELEASE_TAG =
  /^(?!refs\/heads\/)(?:refs\/tags\/)?(?<prefix>|[a-z@]\S*?[-@_/])(?<version>v?\d+(?:\.\d+){2,}(?:[-+][\w.+-]+)?)$/i;
/** npm's way to ask a git repository for a range of its tags. */
const SEMVER_REF = /^semver:(?<range>.*)$/;

/** A commit that happens to have no letter, or a day. */
const LONG_NUMBER = /^\d{7,39}$/;

interface Tag extends Release {
  prefix: string;
}

/** Git references. A tag with three numbers or more names one release; one with fewer, or a snapshot, is moved along, like a branch. */
export const git: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    const range = semverRange(constraint);
    if (range !== undefined) return npm.state(range);
    if (isCommit(constraint)) return "digest";
    if (isRepublished(constraint)) return "floating";
    const isFixed =
      isAbbreviatedCommit(constraint) || LONG_NUMBER.test(constraint) || findVersion(constraint);
    return isFixed ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const range = semverRange(constraint);
    const released = findVersion(version);
    if (range !== undefined) return released && npm.admits(range, released.numbers.join("."));
    const tag = findTag(constraint);
    if (!tag || !released || isCommit(constraint)) return undefined;
    if (tag.prefix !== "" && released.prefix !== "" && tag.prefix !== released.prefix) return false;
    if (isVersion(tag)) return compareReleases(tag, released) === 0;
    return released.prerelease.length === 0 && isOnLine(tag.numbers, released.numbers);
  },
};

const semverRange = (ref: string): string | undefined => SEMVER_REF.exec(ref)?.groups?.["range"];

const isVersion = (tag: Tag): boolean => tag.numbers.length >= 3;

function findVersion(ref: string): Tag | undefined {
  const tag = findTag(ref);
  return tag && isVersion(tag) ? tag : undefined;
}

function findTag(ref: string): Tag | undefined {
  const { prefix = "", version = "" } = (RELEASE_TAG.exec(ref) ?? TAG.exec(ref))?.groups ?? {};
  const release = parseRelease(version);
  return release && { prefix, ...release };
}
