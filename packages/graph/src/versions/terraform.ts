import { compareReleases, parseRelease, satisfiesOperator, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const CLAUSE = /^(?<operator>=|!=|>=|>|<=|<|~>)?\s*(?<version>\S+)$/;

interface Clause {
  operator: string;
  release: Release;
}

/**
 * Terraform modules and providers: comma-separated clauses that must all hold. Missing numbers count as zero: `1.2` is
 * `1.2.0`.
 *
 * https://developer.hashicorp.com/terraform/language/expressions/version-constraints
 */
export const terraform: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = parseClauses(constraint);
    if (!clauses) return "floating";
    return clauses.some(({ operator }) => operator === "=") ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseRelease(a), parseRelease(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseRelease(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [clauses, release] = [parseClauses(constraint), parseRelease(version)];
    return clauses && release && clauses.every((clause) => matches(clause, release));
  },
};

function parseClauses(constraint: string): Clause[] | undefined {
  const clauses = constraint.split(",").map((text) => parseClause(text.trim()));
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function parseClause(text: string): Clause | undefined {
  const { operator = "=", version = "" } = CLAUSE.exec(text)?.groups ?? {};
  const release = parseRelease(version);
  return release && { operator, release };
}

function matches({ operator, release: bound }: Clause, release: Release): boolean {
  const order = compareReleases(release, bound);
  const isEquality = operator === "=" || operator === "!=";
  if (!isEquality && !isEligible(release, bound)) return false;
  if (operator === "~>") return order >= 0 && isWithinPessimistic(release, bound);
  return satisfiesOperator(operator, order);
}

/** A pre-release matches only a bound that is a pre-release of the same version. */
function isEligible(release: Release, bound: Release): boolean {
  if (release.prerelease.length === 0) return true;
  const sameNumbers = compareReleases({ ...release, prerelease: [] }, { ...bound, prerelease: [] }) === 0;
  return bound.prerelease.length > 0 && sameNumbers;
}

/** `~>` allows only the last specified number to increase. A pre-release bound admits only pre-releases. */
function isWithinPessimistic(release: Release, bound: Release): boolean {
  if (bound.prerelease.length > 0 && release.prerelease.length === 0) return false;
  return bound.numbers.slice(0, -1).every((number, i) => number === (release.numbers[i] ?? 0));
}
