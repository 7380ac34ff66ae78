import { compareReleases, parseRelease, satisfiesOperator, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const CLAUSE = /^(?<operator>==|=|!=|>=|>|<=|<)?\s*(?<version>\S+)$/;

type Clause = "any" | { operator: string; release: Release };

/**
 * Ansible collections: comma-separated clauses that must all hold; `*` matches any version. A pre-release is installed
 * only if its exact version is requested.
 *
 * https://docs.ansible.com/ansible/latest/collections_guide/collections_installing.html
 */
export const ansible: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = parseClauses(constraint);
    if (!clauses || clauses.every((clause) => clause === "any")) return "floating";
    return clauses.some(isPin) ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseRelease(a), parseRelease(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseRelease(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [clauses, release] = [parseClauses(constraint), parseRelease(version)];
    if (!clauses || !release) return undefined;
    const isEligible = release.prerelease.length === 0 || clauses.some(isPin);
    return isEligible && clauses.every((clause) => matches(clause, release));
  },
};

function parseClauses(constraint: string): Clause[] | undefined {
  const clauses = constraint.split(",").map((text) => parseClause(text.trim()));
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function parseClause(text: string): Clause | undefined {
  if (text === "*") return "any";
  const { operator = "==", version = "" } = CLAUSE.exec(text)?.groups ?? {};
  const release = parseRelease(version);
  return release && { operator, release };
}

const isPin = (clause: Clause): boolean =>
  clause !== "any" && (clause.operator === "==" || clause.operator === "=");

const matches = (clause: Clause, release: Release): boolean =>
  clause === "any" || satisfiesOperator(clause.operator, compareReleases(release, clause.release));
