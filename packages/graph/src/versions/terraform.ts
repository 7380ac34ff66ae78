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

/** Whether a constraint can be compared with others. Those with pre-releases can't. */
export const isTerraformRange = (constraint: string): boolean =>
  parseClauses(constraint)?.every(({ release }) => release.prerelease.length === 0) === true;

/** Whether a version satisfies both constraints. */
export const haveCommonVersion = (a: string, b: string): boolean =>
  boundaries(a, b).some((version) => isAdmitted(a, version) && isAdmitted(b, version));

/** Whether every version that satisfies the first constraint satisfies the second one. */
export const isTerraformSubset = (inner: string, outer: string): boolean =>
  boundaries(inner, outer).every((version) => !isAdmitted(inner, version) || isAdmitted(outer, version));

const isAdmitted = (constraint: string, version: Release): boolean =>
  parseClauses(constraint)?.every((clause) => matches(clause, version)) === true;

/** The versions at which constraints start or end, and their successors. Between two of them, no constraint changes. */
function boundaries(...constraints: readonly string[]): Release[] {
  const bounds = constraints
    .flatMap((text) => parseClauses(text) ?? [])
    .map(({ release }) => release.numbers);
  const ends = bounds.map((numbers) => successor(numbers.slice(0, Math.max(1, numbers.length - 1))));
  return [[0, 0, 0], ...bounds, ...bounds.map((numbers) => successor(toThree(numbers))), ...ends].map(
    (numbers) => ({ numbers, prerelease: [] }),
  );
}

const toThree = (numbers: readonly number[]): number[] =>
  Array.from({ length: Math.max(3, numbers.length) }, (_, at) => numbers[at] ?? 0);

const successor = (numbers: readonly number[]): number[] => [
  ...numbers.slice(0, -1),
  (numbers.at(-1) ?? 0) + 1,
];

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
