import { isAbbreviatedCommit, isCommit } from "./git.ts";
import { compareNumbers, satisfiesOperator } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const VERSION =
  /^v?(?<numbers>\d{1,12}(?:\.\d{1,12}){0,3})(?:[._-]?(?<stability>stable|beta|b|rc|alpha|a|patch|pl|p)(?<counts>(?:[.-]?\d)*))?(?<dev>[.-]dev)?(?:\+\S*)?$/i;
const STABILITIES: ReadonlyMap<string, number> = new Map([
  ["alpha", 1],
  ["a", 1],
  ["beta", 2],
  ["b", 2],
  ["rc", 3],
  ["stable", 4],
  ["patch", 5],
  ["pl", 5],
  ["p", 5],
]);
const STABLE = 4;

/** A branch, `dev-main` or `1.x-dev`, optionally with a commit. */
const BRANCH = /^(?:dev-[^\s#]+|v?\d+(?:\.(?:\d+|x|\*)){0,3}[.-]?dev)(?:#(?<commit>\S+))?$/i;
const FLAG = /@(?:dev|alpha|beta|rc|stable)\b/gi;
const ALIAS = /\s+as\s.*$/i;
const WILDCARD = /^v?(?<numbers>\d{1,12}(?:\.\d{1,12}){0,2})\.[x*](?:\.[x*])*$/i;
const CLAUSE = /^(?<operator>\^|~|>=|<=|<>|!=|==|=|>|<)?(?<version>\S+)$/;
const MAX_LENGTH = 1024;

interface Version {
  numbers: number[];
  stability: number;
  counts: number[];
  isDev: boolean;
}

interface Clause {
  operator: string;
  bound: Version;
}

/**
 * Composer: `||` separates alternatives; a comma or a space separates clauses that must all hold.
 *
 * https://getcomposer.org/doc/articles/versions.md
 */
export const composer: Versioning = {
  state(constraint) {
    const text = stripFlags(constraint ?? "");
    if (text === "") return constraint !== null && constraint.trim() !== "" ? "floating" : "absent";
    const branch = BRANCH.exec(text);
    if (branch) {
      const commit = branch.groups?.["commit"] ?? "";
      return isCommit(commit) ? "digest" : isAbbreviatedCommit(commit) ? "pinned" : "floating";
    }
    const alternatives = parseAlternatives(text);
    if (!alternatives || alternatives.some((clauses) => clauses.length === 0)) return "floating";
    return alternatives.length === 1 && alternatives[0]?.some(isPin) ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareVersions(left, right);
  },

  isStable(version) {
    const found = parseVersion(version);
    return found !== undefined && isStableVersion(found);
  },

  admits(constraint, version) {
    const found = parseVersion(version);
    const text = stripFlags(constraint);
    const alternatives = BRANCH.test(text) ? undefined : parseAlternatives(text);
    if (!found || !alternatives) return undefined;
    const isFlagged = constraint.replace(FLAG, "") !== constraint;
    return alternatives.some(
      (clauses) =>
        clauses.every((clause) => matches(clause, found)) &&
        (isStableVersion(found) || isFlagged || clauses.some(allowsPrereleases)),
    );
  },
};

/** Removes the alias (`as 1.3`) and stability flags (`@dev`). */
const stripFlags = (constraint: string): string =>
  constraint
    .slice(0, MAX_LENGTH + 1)
    .replace(ALIAS, "")
    .replace(FLAG, "")
    .trim();

const isStableVersion = ({ stability, isDev }: Version): boolean => stability >= STABLE && !isDev;

function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const { numbers, stability, counts = "", dev } = VERSION.exec(text)?.groups ?? {};
  if (numbers === undefined) return undefined;
  return {
    numbers: numbers.split(".").map(Number),
    stability: STABILITIES.get(stability?.toLowerCase() ?? "stable") ?? STABLE,
    counts: (counts.match(/\d+/g) ?? []).map(Number),
    isDev: dev !== undefined,
  };
}

function compareVersions(a: Version, b: Version): number {
  return (
    compareNumbers(a.numbers, b.numbers) ||
    Math.sign(a.stability - b.stability) ||
    compareNumbers(a.counts, b.counts) ||
    Number(b.isDev) - Number(a.isDev)
  );
}

/** Undefined if any part is invalid. `*` has no clauses. */
function parseAlternatives(text: string): Clause[][] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const alternatives: Clause[][] = [];
  for (const alternative of text.split(/\|\|?/)) {
    const parts = alternative
      .trim()
      .replace(/(\S)\s+-\s+(?=\S)/g, "$1&")
      .replace(/([<>=!~^])\s+/g, "$1")
      .split(/[\s,]+/);
    const clauses = parts.map((part) => parseClauses(part));
    if (!clauses.every((each) => each !== undefined)) return undefined;
    alternatives.push(clauses.flat());
  }
  return alternatives;
}

function parseClauses(part: string): Clause[] | undefined {
  if (/^[x*]$/i.test(part)) return [];
  if (part.includes("&")) return parseHyphenRange(part);
  const line = WILDCARD.exec(part)?.groups?.["numbers"]?.split(".").map(Number);
  if (line) return between(stableVersion(line), endOfLine(line, line.length - 1));
  const { operator = "=", version: text = "" } = CLAUSE.exec(part)?.groups ?? {};
  const version = parseVersion(text);
  if (!version) return undefined;
  if (operator === "^") return between(version, endOfLine(version.numbers, caretIndex(version.numbers)));
  if (operator === "~")
    return between(version, endOfLine(version.numbers, Math.max(0, version.numbers.length - 2)));
  return [{ operator, bound: version }];
}

/** `1.0 - 2.0` includes every `2.0.*`; `1.0 - 2.0.0` ends with 2.0.0. */
function parseHyphenRange(part: string): Clause[] | undefined {
  const [from, to, ...others] = part.split("&").map((end) => parseVersion(end));
  if (!from || !to || others.length > 0) return undefined;
  if (to.numbers.length >= 3)
    return [
      { operator: ">=", bound: from },
      { operator: "<=", bound: to },
    ];
  return between(from, endOfLine(to.numbers, to.numbers.length - 1));
}

const between = (from: Version, end: Version): Clause[] => [
  { operator: ">=", bound: from },
  { operator: "<", bound: end },
];

const stableVersion = (numbers: number[]): Version => ({
  numbers,
  stability: STABLE,
  counts: [],
  isDev: false,
});

/** The exclusive end of a release line, below its next version's first pre-release: `2.0.0-dev`. */
const endOfLine = (numbers: readonly number[], index: number): Version => ({
  numbers: numbers.slice(0, index + 1).map((number, i) => (i === index ? number + 1 : number)),
  stability: 0,
  counts: [],
  isDev: true,
});

/** Returns the index of the number that `^` keeps: the first that is not zero, else the last one written. */
function caretIndex(numbers: readonly number[]): number {
  const index = numbers.slice(0, 3).findIndex((number) => number !== 0);
  return index === -1 ? Math.min(numbers.length, 3) - 1 : index;
}

const matches = ({ operator, bound }: Clause, version: Version): boolean =>
  satisfiesOperator(operator, compareVersions(version, bound));

const isPin = ({ operator }: Clause): boolean => operator === "=" || operator === "==";

/** A clause whose bound is a pre-release admits pre-releases. Ends of release lines (stability 0) do not count. */
const allowsPrereleases = ({ bound }: Clause): boolean => bound.stability > 0 && !isStableVersion(bound);
