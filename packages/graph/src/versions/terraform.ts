import { compareReleases, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const CLAUSE = /^(?<operator>=|!=|>=|>|<=|<|~>)?\s*(?<version>\S+)$/;

interface Clause {
  operator: string;
  release: Release;
}

/** Constraints of modules and providers: clauses that must all hold. Missing numbers count as zero, so `1.2` is `1.2.0`. */
export const terraform: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = findClauses(constraint);
    if (!clauses) return "floating";
    return clauses.some(({ operator }) => operator === "=") ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseRelease(a), parseRelease(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseRelease(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [clauses, release] = [findClauses(constraint), parseRelease(version)];
    return clauses && release && clauses.every((clause) => holds(clause, release));
  },
};

function findClauses(constraint: string): Clause[] | undefined {
  const clauses = constraint.split(",").map((text) => findClause(text.trim()));
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function findClause(text: string): Clause | undefined {
  const { operator = "=", version = "" } = CLAUSE.exec(text)?.groups ?? {};
  const release = parseRelease(version);
  return release && { operator, release };
}

function holds({ operator, release: bound }: Clause, release: Release): boolean {
  const order = compareReleases(release, bound);
  if (operator === "=") return order === 0;
  if (operator === "!=") return order !== 0;
  if (!isComparable(release, bound)) return false;
  if (operator === ">") return order > 0;
  if (operator === ">=") return order >= 0;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return order >= 0 && isWithin(release, bound);
}

/** A pre-release is never met by surprise: only a bound that is a pre-release of the same numbers speaks of it. */
function isComparable(release: Release, bound: Release): boolean {
  if (release.prerelease.length === 0) return true;
  const sameNumbers = compareReleases({ ...release, prerelease: [] }, { ...bound, prerelease: [] }) === 0;
  return bound.prerelease.length > 0 && sameNumbers;
}

/** `~>` lets only the last number that is written move; a pre-release there admits pre-releases only. */
function isWithin(release: Release, bound: Release): boolean {
  if (bound.prerelease.length > 0 && release.prerelease.length === 0) return false;
  return bound.numbers.slice(0, -1).every((number, i) => number === (release.numbers[i] ?? 0));
}
