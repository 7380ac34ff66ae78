import { compare, explain, satisfies, valid, validRange } from "@renovatebot/pep440";
import type { Versioning } from "./versioning.ts";

const POETRY = /^(?<operator>[\^~])\s*(?<version>[^=\s]\S*)$/;
/** Numbers that the library writes with an exponent, and then cannot read. */
const HUGE = /\d{16}/;
/** A space between two clauses without a comma. */
const CLAUSE_GAP = /(?<=[^\s,])\s+(?=[<>=!~^])/g;

/**
 * Python: the specifiers of PEP 440, and Poetry's additions: `^1.2`, `~1.2`, `1.2` for `==1.2`, and `||` between
 * alternatives. `===` is compared like `==`.
 *
 * PEP 440: https://peps.python.org/pep-0440/
 * Poetry: https://python-poetry.org/docs/dependency-specification/
 */
export const pep440: Versioning = {
  state(constraint) {
    if (constraint === null || constraint.trim() === "") return "absent";
    const alternatives = parseAlternatives(constraint);
    if (!alternatives || alternatives.some((clauses) => clauses.length === 0)) return "floating";
    return alternatives.length === 1 && alternatives[0]?.some(isPin) ? "pinned" : "range";
  },

  compare: (a, b) => (isVersion(a) && isVersion(b) ? Math.sign(compare(a, b)) : undefined),

  isStable: (version) => explain(version)?.is_prerelease === false,

  admits(constraint, version) {
    const alternatives = parseAlternatives(constraint);
    if (!alternatives || !isVersion(version)) return undefined;
    return alternatives.some((clauses) => matches(clauses, version));
  },
};

const isVersion = (text: string): boolean => !HUGE.test(text) && valid(text) !== null;

const isPin = (clause: string): boolean => clause.startsWith("==") && !clause.endsWith(".*");

/** Returns alternatives of PEP 440 clauses. Undefined if any clause is invalid. `*` has no clauses. */
function parseAlternatives(constraint: string): string[][] | undefined {
  if (HUGE.test(constraint)) return undefined;
  const alternatives = constraint.split(/\|\|?/).map(parseClauses);
  return alternatives.every((clauses) => clauses !== undefined) ? alternatives : undefined;
}

function parseClauses(text: string): string[] | undefined {
  const clauses = text
    .trim()
    .replace(CLAUSE_GAP, ",")
    .split(",")
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "" && clause !== "*")
    .flatMap((clause) => toPep440(clause));
  return clauses.every((clause) => validRange(clause)) ? clauses : undefined;
}

function toPep440(clause: string): string[] {
  const { operator, version = "" } = POETRY.exec(clause)?.groups ?? {};
  if (operator === undefined) return [/^v?\d/i.test(clause) ? `==${clause}` : clause];
  const release = explain(version)?.release;
  if (!release) return [clause];
  const epoch = explain(version)?.epoch ?? 0;
  const kept = operator === "^" ? caretIndex(release) : Math.min(1, release.length - 1);
  const next = release.slice(0, kept + 1).map((number, i) => (i === kept ? number + 1 : number));
  return [`>=${version}`, `<${epoch > 0 ? `${epoch}!` : ""}${next.join(".")}`];
}

/** Returns the index of the number that `^` keeps: the first that is not zero, else the last one. */
function caretIndex(release: readonly number[]): number {
  const first = release.findIndex((number) => number !== 0);
  return first === -1 ? release.length - 1 : first;
}

/** Admits pre-releases only if a clause contains one. */
function matches(clauses: readonly string[], version: string): boolean {
  const prereleases = clauses.some((clause) => explain(clause.replace(/^[<>=!~]+\s*/, ""))?.is_prerelease);
  return satisfies(version, clauses.join(","), { prereleases });
}
