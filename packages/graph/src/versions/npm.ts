import * as semver from "./semver.ts";
import type { Versioning } from "./versioning.ts";

/** `= 1.2.3` equals `1.2.3`. */
const EQUALS = /^\s*=\s*/;
/** `workspace:` precedes an ordinary range. A bare `^` or `~` after it accepts any version. */
const WORKSPACE = /^workspace:(?:[~^]$)?/;

/** Filters out ranges cheaply: `semver.valid` throws internally for them, which is slow. */
const FULL_VERSION = /^\s*v?\d+\.\d+\.\d/;

/** Recognizes the most common ranges without parsing them. */
const CARET_OR_TILDE = /^[\^~]\d{1,9}(?:\.\d{1,9}){0,2}$/;

/**
 * npm, pnpm and Yarn. Texts that are not a range are dist-tags, which float.
 *
 * Ranges: https://github.com/npm/node-semver#ranges
 * Dist-tags: https://docs.npmjs.com/adding-dist-tags-to-packages
 * Workspace protocol: https://pnpm.io/workspaces#workspace-protocol-workspace
 */
export const npm: Versioning = {
  state(constraint) {
    if (constraint === null) return "absent";
    const range = stripProtocol(constraint);
    if (CARET_OR_TILDE.test(range)) return "range";
    if (FULL_VERSION.test(range) && semver.valid(range) !== null) return "pinned";
    const normal = semver.validRange(range);
    return normal === null || normal === "*" ? "floating" : "range";
  },

  compare: semver.compareVersions,

  isStable: semver.isRelease,

  admits(constraint, version) {
    const range = stripProtocol(constraint);
    if (semver.validRange(range) === null || semver.valid(version) === null) return undefined;
    return semver.satisfies(version, range);
  },
};

const stripProtocol = (constraint: string): string => constraint.replace(WORKSPACE, "").replace(EQUALS, "");
