import { compareReleases, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const CLAUSE = /^(?<operator>==|=|!=|>=|>|<=|<)?\s*(?<version>\S+)$/;

type Clause = "any" | { operator: string; release: Release };

/** Constraints of collections: clauses that must all hold, `*` always does. A pre-release is had by its exact version only. */
export const ansible: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const clauses = findClauses(constraint);
    if (!clauses || clauses.every((clause) => clause === "any")) return "floating";
    return clauses.some(isPin) ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseRelease(a), parseRelease(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseRelease(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [clauses, release] = [findClauses(constraint), parseRelease(version)];
    if (!clauses || !release) return undefined;
    const isOffered = release.prerelease.length === 0 || clauses.some(isPin);
    return isOffered && clauses.every((clause) => holds(clause, release));
  },
};

function findClauses(constraint: string): Clause[] | undefined {
  const clauses = constraint.split(",").map((text) => findClause(text.trim()));
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function findClause(text: string): Clause | undefined {
  if (text === "*") return "any";
  const { operator = "==", version = "" } = CLAUSE.exec(text)?.groups ?? {};
  const release = parseRelease(version);
  return release && { operator, release };
}

const isPin = (clause: Clause): boolean =>
  clause !== "any" && (clause.operator === "==" || clause.operator === "=");

function holds(clause: Clause, release: Release): boolean {
  if (clause === "any") return true;
  const order = compareReleases(release, clause.release);
  switch (clause.operator) {
    case "!=":
      return order !== 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    default:
      return order === 0;
  }
}
