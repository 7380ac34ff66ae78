import * as semver from "./semver.ts";
import type { Versioning } from "./versioning.ts";

const EQUALS = /^=\s*/;
const WHOLE = /^\d+\.\d+\.\d/;

/**
 * Cargo: comma-separated clauses that must all hold. A bare version is a caret range; only `=1.2.3` is a pin.
 *
 * https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html#version-requirement-syntax
 */
export const cargo: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = splitClauses(constraint);
    if (clauses.some((clause) => isPin(clause))) return "pinned";
    const range = toNpmRange(clauses);
    return range === null || range === "*" ? "floating" : "range";
  },

  compare: semver.compareVersions,

  isStable: semver.isRelease,

  admits(constraint, version) {
    const range = toNpmRange(splitClauses(constraint));
    if (range === null || semver.valid(version) === null) return undefined;
    return semver.satisfies(version, range);
  },
};

const splitClauses = (constraint: string): string[] => constraint.split(",").map((clause) => clause.trim());

function isPin(clause: string): boolean {
  const version = clause.replace(EQUALS, "");
  return version !== clause && WHOLE.test(version) && semver.valid(version) !== null;
}

/** Translates clauses to npm's syntax. Null if they are not a valid requirement. */
function toNpmRange(clauses: readonly string[]): string | null {
  const isCargo = clauses.every((clause) => /^(?:[<>]=?|[=^~])?\s*[\d*]\S*$/.test(clause));
  return isCargo
    ? semver.validRange(clauses.map((clause) => (/^\d[^*]*$/.test(clause) ? `^${clause}` : clause)).join(" "))
    : null;
}
