import semver from "semver";
import type { Versioning } from "./versioning.ts";

const EQUALS = /^=\s*/;
const WHOLE = /^\d+\.\d+\.\d/;

/** Cargo's requirements: clauses that must all hold, and a bare version is a caret range. Only `=1.2.3` is a pin. */
export const cargo: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = clausesOf(constraint);
    if (clauses.some((clause) => isPin(clause))) return "pinned";
    const range = rangeOf(clauses);
    return range === null || range === "*" ? "floating" : "range";
  },

  compare: (a, b) =>
    semver.valid(a) === null || semver.valid(b) === null ? undefined : semver.compare(a, b),

  isStable: (version) => semver.valid(version) !== null && semver.prerelease(version) === null,

  admits(constraint, version) {
    const range = rangeOf(clausesOf(constraint));
    if (range === null || semver.valid(version) === null) return undefined;
    return semver.satisfies(version, range);
  },
};

const clausesOf = (constraint: string): string[] => constraint.split(",").map((clause) => clause.trim());

function isPin(clause: string): boolean {
  const version = clause.replace(EQUALS, "");
  return version !== clause && WHOLE.test(version) && semver.valid(version) !== null;
}

/** The same in npm's words; null where they are no requirement. */
function rangeOf(clauses: readonly string[]): string | null {
  const isCargo = clauses.every((clause) => /^(?:[<>]=?|[=^~])?\s*[\d*]\S*$/.test(clause));
  return isCargo
    ? semver.validRange(clauses.map((clause) => (/^\d[^*]*$/.test(clause) ? `^${clause}` : clause)).join(" "))
    : null;
}
