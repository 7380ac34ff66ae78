import * as semver from "./semver.ts";
import type { Versioning } from "./versioning.ts";

const CARET = /^\^\s*(?<version>\d\S*)$/;
const CLAUSES = /^(?:(?:[<>]=?)\s*\d[\w.+-]*\s*)+$/;

/**
 * Dart packages. Unlike in npm, `^0.0.3` ends before the next minor version, and build numbers are ordered: `1.2.0+2` is
 * higher than `1.2.0+1`.
 *
 * Constraints: https://dart.dev/tools/pub/dependencies#version-constraints
 * Versions: https://dart.dev/tools/pub/versioning
 */
export const pub: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    if (isVersion(constraint.trim())) return "pinned";
    return toNpmRange(constraint) === undefined ? "floating" : "range";
  },

  compare: (a, b) => (isVersion(a) && isVersion(b) ? semver.compareBuild(a, b) : undefined),

  isStable: (version) => isVersion(version) && semver.isRelease(version),

  admits(constraint, version) {
    if (!isVersion(version)) return undefined;
    const text = constraint.trim();
    if (isVersion(text)) return semver.compareBuild(text, version) === 0;
    const range = text === "any" ? "*" : toNpmRange(text);
    return range === undefined ? undefined : semver.satisfies(version, range);
  },
};

const isVersion = (text: string): boolean => /^\d/.test(text) && semver.valid(text) !== null;

function toNpmRange(constraint: string): string | undefined {
  const text = constraint.trim();
  const { version } = CARET.exec(text)?.groups ?? {};
  if (version !== undefined) return isVersion(version) ? upToBreaking(version) : undefined;
  const range = text.replace(/(?<=[^\s<>])(?=[<>])/g, " ");
  return CLAUSES.test(text) && semver.validRange(range) !== null ? range : undefined;
}

function upToBreaking(version: string): string {
  const [major, minor] = [semver.major(version), semver.minor(version)];
  return `>=${version} <${major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`}`;
}
