import semver from "semver";
import type { Versioning } from "./versioning.ts";

/** `= 1.2.3` says the same as `1.2.3`. */
const EQUALS = /^\s*=\s*/;
/** The workspace protocol puts a range of the ordinary form behind its name; a bare `^` or `~` takes what is there. */
const WORKSPACE = /^workspace:(?:[~^]$)?/;

/** What may be a version and no range. Asked first because semver refuses by throwing, which costs more than all else. */
const WHOLE = /^\s*v?\d+\.\d+\.\d/;

/** The form of nearly every range there is, told without the cost of parsing it. */
const CARET_OR_TILDE = /^[\^~]\d{1,9}(?:\.\d{1,9}){0,2}$/;

/** Ranges as npm, pnpm and Yarn write them. What is no range is a dist-tag, which its publisher moves. */
export const npm: Versioning = {
  state(constraint) {
    if (constraint === null) return "absent";
    const range = rangeOf(constraint);
    if (CARET_OR_TILDE.test(range)) return "range";
    if (WHOLE.test(range) && semver.valid(range) !== null) return "pinned";
    const normal = semver.validRange(range);
    return normal === null || normal === "*" ? "floating" : "range";
  },

  compare: (a, b) =>
    semver.valid(a) === null || semver.valid(b) === null ? undefined : semver.compare(a, b),

  isStable: (version) => semver.valid(version) !== null && semver.prerelease(version) === null,

  admits(constraint, version) {
    const range = rangeOf(constraint);
    if (semver.validRange(range) === null || semver.valid(version) === null) return undefined;
    return semver.satisfies(version, range);
  },
};

const rangeOf = (constraint: string): string => constraint.replace(WORKSPACE, "").replace(EQUALS, "");
