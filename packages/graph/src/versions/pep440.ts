import { compare, explain, satisfies, valid, validRange } from "@renovatebot/pep440";
import type { Versioning } from "./versioning.ts";

const POETRY = /^(?<operator>[\^~])\s*(?<version>[^=\s]\S*)$/;
/** Two clauses with a space between them only. */
const CLAUSE_GAP = /(?<=[^\s,])\s+(?=[<>=!~^])/g;

/**
 * Specifiers of PEP 440, and what Poetry writes beside them: `^1.2`, `~1.2`, `1.2` for `==1.2`, `||` for or. Every pin
 * is compared by its version alone.
 */
export const pep440: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const alternatives = findAlternatives(constraint);
    if (!alternatives || alternatives.some((clauses) => clauses.length === 0)) return "floating";
    return alternatives.length === 1 && alternatives[0]?.some(isPin) ? "pinned" : "range";
  },

  compare: (a, b) => (valid(a) === null || valid(b) === null ? undefined : Math.sign(compare(a, b))),

  isStable: (version) => explain(version)?.is_prerelease === false,

  admits(constraint, version) {
    const alternatives = findAlternatives(constraint);
    if (!alternatives || valid(version) === null) return undefined;
    return alternatives.some((clauses) => holds(clauses, version));
  },
};

const isPin = (clause: string): boolean => clause.startsWith("==") && !clause.endsWith(".*");

/** Specifiers in the words of PEP 440, of which one must hold; without clauses where everything will do (`*`). */
function findAlternatives(constraint: string): string[][] | undefined {
  const alternatives = constraint.split(/\|\|?/).map(findClauses);
  return alternatives.every((clauses) => clauses !== undefined) ? alternatives : undefined;
}

function findClauses(text: string): string[] | undefined {
  const written = text
    .trim()
    .replace(CLAUSE_GAP, ",")
    .split(",")
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "" && clause !== "*");
  const clauses = written.flatMap((clause) => translate(clause));
  return clauses.every((clause) => validRange(clause)) ? clauses : undefined;
}

function translate(clause: string): string[] {
  const { operator, version = "" } = POETRY.exec(clause)?.groups ?? {};
  if (operator === undefined) return [/^v?\d/i.test(clause) ? `==${clause}` : clause];
  const release = explain(version)?.release;
  if (!release) return [clause];
  const epoch = explain(version)?.epoch ?? 0;
  const moving = operator === "^" ? breakingPart(release) : Math.min(1, release.length - 1);
  const next = release.slice(0, moving + 1).map((number, i) => (i === moving ? number + 1 : number));
  return [`>=${version}`, `<${epoch > 0 ? `${epoch}!` : ""}${next.join(".")}`];
}

/** The first number that is not zero may not change, nor may the last one of zeros only. */
function breakingPart(release: readonly number[]): number {
  const first = release.findIndex((number) => number !== 0);
  return first === -1 ? release.length - 1 : first;
}

/** Pre-releases are admitted only where a clause speaks of one. */
function holds(clauses: readonly string[], version: string): boolean {
  const prereleases = clauses.some((clause) => explain(clause.replace(/^[<>=!~]+\s*/, ""))?.is_prerelease);
  return satisfies(version, clauses.join(","), { prereleases });
}
