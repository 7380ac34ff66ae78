import { compareLooseVersions, parseLooseVersion, type LooseVersion } from "./loose-version.ts";
import { satisfiesOperator } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const RANGE = /^\[(?<range>[^[\]]*)\]$/;
const REVISION = /#[^#]*$/;
const CLAUSE = /^(?<operator>>=|<=|~=|[<>=~^])?(?<version>[\w.+-]+)$/;
const OPTION = /^(?:include_prerelease|loose)(?:=\w+)?$/i;

interface Clause {
  operator: string;
  version: LooseVersion;
}

/**
 * Conan: a plain version is a pin, a version with a recipe revision (`1.2.3#4f2a9c1b`) a digest, and brackets contain a
 * range.
 *
 * https://docs.conan.io/2/tutorial/versioning/version_ranges.html
 */
export const conan: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    const alternatives = parseAlternatives(constraint);
    if (alternatives) return stateOfRange(alternatives);
    if (parseLooseVersion(constraint.replace(REVISION, "")) === undefined) return "floating";
    return REVISION.test(constraint) ? "digest" : "pinned";
  },

  compare(a, b) {
    const [left, right] = [parseLooseVersion(a), parseLooseVersion(b)];
    return left && right && compareLooseVersions(left, right);
  },

  isStable: (version) => parseLooseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const released = parseLooseVersion(version);
    if (!released) return undefined;
    const alternatives = parseAlternatives(constraint);
    if (!alternatives) {
      const wanted = parseLooseVersion(constraint.replace(REVISION, ""));
      return wanted && compareLooseVersions(wanted, released) === 0;
    }
    const includesPrereleases = constraint.includes("include_prerelease");
    return alternatives.some(
      (clauses) =>
        clauses.every((clause) => matches(clause, released)) &&
        (released.prerelease.length === 0 ||
          includesPrereleases ||
          clauses.some((clause) => clause.version.prerelease.length > 0)),
    );
  },
};

function stateOfRange(alternatives: readonly Clause[][]): "floating" | "pinned" | "range" {
  if (alternatives.some((clauses) => clauses.length === 0)) return "floating";
  return alternatives.length === 1 && alternatives[0]?.some(({ operator }) => operator === "=")
    ? "pinned"
    : "range";
}

/** Undefined if the text is not a range. `[*]` has no clauses. */
function parseAlternatives(constraint: string): Clause[][] | undefined {
  const range = RANGE.exec(constraint)?.groups?.["range"];
  const alternatives = range?.split("||").map(parseClauses);
  return alternatives?.every((clauses) => clauses !== undefined) ? alternatives : undefined;
}

function parseClauses(text: string): Clause[] | undefined {
  const clauses = text
    .replace(/(?<=[<>=~^])\s+/g, "")
    .split(/[\s,]+/)
    .filter((clause) => clause !== "" && clause !== "*" && clause !== "-" && !OPTION.test(clause))
    .map((clause) => {
      const { operator = "=", version = "" } = CLAUSE.exec(clause)?.groups ?? {};
      const parsed = parseLooseVersion(version);
      return parsed && { operator, version: parsed };
    });
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function matches({ operator, version }: Clause, released: LooseVersion): boolean {
  const order = compareLooseVersions(released, version);
  if (!/^[~^]/.test(operator)) return satisfiesOperator(operator, order);
  return order >= 0 && compareLooseVersions(released, endOfLine(operator, version)) < 0;
}

/** `~1.2.3` ends before 1.3; `^1.2.3` ends before 2, and in general keeps the first number that is not zero. */
function endOfLine(operator: string, { parts }: LooseVersion): LooseVersion {
  const first = parts.findIndex(([number]) => number !== 0);
  const index = operator === "^" ? (first === -1 ? parts.length - 1 : first) : Math.min(1, parts.length - 1);
  const next = parts
    .slice(0, index + 1)
    .map(([number], i): LooseVersion["parts"][number] => [i === index ? number + 1 : number, ""]);
  return { parts: next, prerelease: [] };
}
