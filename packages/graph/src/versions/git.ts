import { npm } from "./npm.ts";
import {
  compareReleases,
  isInReleaseLine,
  isRepublished,
  parseRelease,
  remembering,
  type Release,
} from "./release.ts";
import type { Versioning } from "./versioning.ts";

const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
const ABBREVIATED_COMMIT = /^(?=.*\d)(?=.*[a-f])[\da-f]{7,39}$/i;

/** `sub/v1.2.3`, `ui-1.2.3`, `@acme/ui@1.2.3`: an optional name, then the version. Excludes branches. */
const TAG =
  /^(?!refs\/heads\/)(?:refs\/tags\/)?(?<prefix>|[a-z@]\S*?[-@_/])(?<version>v?\d+(?:\.\d+)*(?:[-+][\w.+-]+)?)$/i;
/** The same for names that contain numbers: `app-8.10-15.0.0`. */
const RELEASE_TAG =
  /^(?!refs\/heads\/)(?:refs\/tags\/)?(?<prefix>|[a-z@]\S*?[-@_/])(?<version>v?\d+(?:\.\d+){2,}(?:[-+][\w.+-]+)?)$/i;
/** npm's syntax for a range of a git repository's tags. */
const SEMVER_REF = /^semver:(?<range>.*)$/;

/** An abbreviated commit ID without letters, or a date. */
const LONG_NUMBER = /^\d{7,39}$/;

interface Tag extends Release {
  prefix: string;
}

/**
 * Git references. A full commit ID is a digest. A tag with at least three numbers, or with a revision (`v10741-0`), counts as
 * one release; a tag with fewer numbers (`v4`) or a snapshot suffix moves like a branch.
 *
 * References: https://git-scm.com/docs/gitrevisions
 * Moving major tags: https://github.com/actions/toolkit/blob/main/docs/action-versioning.md
 * `semver:` ranges: https://docs.npmjs.com/cli/configuring-npm/package-json#git-urls-as-dependencies
 */
export const git: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    const range = semverRange(constraint);
    if (range !== undefined) return npm.state(range);
    if (isCommit(constraint)) return "digest";
    if (isRepublished(constraint)) return "floating";
    const isFixed =
      isAbbreviatedCommit(constraint) || LONG_NUMBER.test(constraint) || parseVersion(constraint);
    return isFixed ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable(version) {
    const tag = parseVersion(version);
    return tag !== undefined && (tag.prerelease.length === 0 || isRevision(tag));
  },

  admits(constraint, version) {
    const range = semverRange(constraint);
    const released = parseVersion(version);
    if (range !== undefined) return released && npm.admits(range, released.numbers.join("."));
    const tag = parseTag(constraint);
    if (!tag || !released || isCommit(constraint)) return undefined;
    if (tag.prefix !== "" && released.prefix !== "" && tag.prefix !== released.prefix) return false;
    if (isVersion(tag)) return compareReleases(tag, released) === 0;
    return released.prerelease.length === 0 && isInReleaseLine(tag.numbers, released.numbers);
  },
};

/** Whether the text is a full SHA-1 or SHA-256 commit ID. */
export const isCommit = (ref: string): boolean => COMMIT.test(ref);

/** Requires a digit and a letter, to exclude numbers (`1234567`) and words (`deadbeef`). */
export const isAbbreviatedCommit = (ref: string): boolean => ABBREVIATED_COMMIT.test(ref);

const semverRange = (ref: string): string | undefined => SEMVER_REF.exec(ref)?.groups?.["range"];

const isVersion = (tag: Tag): boolean => tag.numbers.length >= 3 || isRevision(tag);

/** Whether a tag with fewer than three numbers ends with the number of a rebuild or repackaging. */
const isRevision = ({ numbers, prerelease: [revision = "", ...others] }: Tag): boolean =>
  numbers.length < 3 && others.length === 0 && /^\d+$/.test(revision);

function parseVersion(ref: string): Tag | undefined {
  const tag = parseTag(ref);
  return tag && isVersion(tag) ? tag : undefined;
}

const parseTag = remembering((ref): Tag | undefined => {
  const { prefix = "", version = "" } = (RELEASE_TAG.exec(ref) ?? TAG.exec(ref))?.groups ?? {};
  const release = parseRelease(version);
  return release && { prefix, ...release };
});
