import * as semver from "./semver.ts";
import type { Versioning } from "./versioning.ts";

const CARET = /\^\s*v?0\.(?<minor>\d{1,15})\.(?<patch>\d[\w.+-]*)/g;

/**
 * Modules of the Puppet Forge. The ranges are those of npm, except that `^0.0.3` ends before the next minor version.
 * `:latest` in a Puppetfile floats.
 *
 * Ranges: https://github.com/puppetlabs/semantic_puppet
 */
export const puppet: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    if (isVersion(text.replace(/^=\s*/, ""))) return "pinned";
    const range = toNpmRange(text);
    return range === undefined || range === "*" ? "floating" : "range";
  },

  compare: (a, b) => (isVersion(a) && isVersion(b) ? semver.compareVersions(a, b) : undefined),

  isStable: (version) => isVersion(version) && semver.isRelease(version),

  admits(constraint, version) {
    const range = toNpmRange(constraint.trim());
    return range === undefined || !isVersion(version) ? undefined : semver.satisfies(version, range);
  },
};

const isVersion = (text: string): boolean => /^v?\d/.test(text) && semver.valid(text) !== null;

function toNpmRange(text: string): string | undefined {
  if (text === "") return undefined;
  const range = text
    .replaceAll("~=", "~")
    .replace(CARET, (_, minor: string, rest: string) => `>=0.${minor}.${rest} <0.${Number(minor) + 1}.0`);
  return semver.validRange(range) ?? undefined;
}
