import { compareLooseVersions, parseLooseVersion, type LooseVersion } from "./loose-version.ts";
import type { Versioning } from "./versioning.ts";

const RANGE = /^\[(?<range>[^[\]]*)\]$/;
const REVISION = /#[^#]*$/;
const CLAUSE = /^(?<operator>>=|<=|~=|[<>=~^])?(?<version>[\w.+-]+)$/;
const OPTION = /^(?:include_prerelease|loose)(?:=\w+)?$/i;
const MAX_LENGTH = 1024;

interface Clause {
  operator: string;
  version: LooseVersion;
}

/** Conan's references: a version, with the recipe's revision a digest, or a range in brackets. */
export const conan: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    const alternatives = findAlternatives(constraint);
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
    const alternatives = findAlternatives(constraint);
    if (!alternatives) {
      const wanted = parseLooseVersion(constraint.replace(REVISION, ""));
      return wanted && compareLooseVersions(wanted, released) === 0;
    }
    const takesPrereleases = constraint.includes("include_prerelease");
    return alternatives.some(
      (clauses) =>
        clauses.every((clause) => holds(clause, released)) &&
        (released.prerelease.length === 0 ||
          takesPrereleases ||
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

/** Undefined for what is no range; without clauses where everything will do (`[*]`). */
function findAlternatives(constraint: string): Clause[][] | undefined {
  const range = constraint.length > MAX_LENGTH ? undefined : RANGE.exec(constraint)?.groups?.["range"];
  const alternatives = range?.split("||").map(clausesOf);
  return alternatives?.every((clauses) => clauses !== undefined) ? alternatives : undefined;
}

function clausesOf(text: string): Clause[] | undefined {
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

function holds({ operator, version }: Clause, released: LooseVersion): boolean {
  const order = compareLooseVersions(released, version);
  if (operator === ">") return order > 0;
  if (operator === ">=") return order >= 0;
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  if (operator === "=") return order === 0;
  return order >= 0 && compareLooseVersions(released, nextAfter(operator, version)) < 0;
}

/** `~1.2.3` stays on 1.2, `^1.2.3` on 1; the first number that is not zero may not change there. */
function nextAfter(operator: string, { parts }: LooseVersion): LooseVersion {
  const first = parts.findIndex(([number]) => number !== 0);
  const place = operator === "^" ? (first === -1 ? parts.length - 1 : first) : Math.min(1, parts.length - 1);
  const next = parts
    .slice(0, place + 1)
    .map(([number], i): LooseVersion["parts"][number] => [i === place ? number + 1 : number, ""]);
  return { parts: next, prerelease: [] };
}
