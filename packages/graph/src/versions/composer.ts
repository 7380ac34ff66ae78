import { isAbbreviatedCommit, isCommit } from "./commit.ts";
import { compareNumbers } from "./release.ts";
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

/** A branch, `dev-main` or `1.x-dev`, which a commit may follow. */
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

/** Does a version meet one part of a constraint? */
interface Clause {
  holds: (version: Version) => boolean;
  /** The one version that it names, or a bound that is a pre-release and so speaks of them. */
  isExact: boolean;
  isUnstable: boolean;
}

/** Composer's constraints: `||` between alternatives, a comma or a space between what must all hold. */
export const composer: Versioning = {
  state(constraint) {
    const text = plain(constraint ?? "");
    if (text === "") return constraint !== null && constraint.trim() !== "" ? "floating" : "absent";
    const branch = BRANCH.exec(text);
    if (branch) {
      const commit = branch.groups?.["commit"] ?? "";
      return isCommit(commit) ? "digest" : isAbbreviatedCommit(commit) ? "pinned" : "floating";
    }
    const alternatives = findAlternatives(text);
    if (!alternatives || alternatives.some((clauses) => clauses.length === 0)) return "floating";
    return alternatives.length === 1 && alternatives[0]?.some(({ isExact }) => isExact) ? "pinned" : "range";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareVersions(left, right);
  },

  isStable(version) {
    const found = findVersion(version);
    return found !== undefined && isStableVersion(found);
  },

  admits(constraint, version) {
    const found = findVersion(version);
    const text = plain(constraint);
    const alternatives = BRANCH.test(text) ? undefined : findAlternatives(text);
    if (!found || !alternatives) return undefined;
    const isFlagged = constraint.replace(FLAG, "") !== constraint;
    return alternatives.some(
      (clauses) =>
        clauses.every(({ holds }) => holds(found)) &&
        (isStableVersion(found) || isFlagged || clauses.some(({ isUnstable }) => isUnstable)),
    );
  },
};

const plain = (constraint: string): string =>
  constraint
    .slice(0, MAX_LENGTH + 1)
    .replace(ALIAS, "")
    .replace(FLAG, "")
    .trim();

const isStableVersion = ({ stability, isDev }: Version): boolean => stability >= STABLE && !isDev;

function findVersion(text: string): Version | undefined {
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

/** Undefined where a part of it cannot be read. `*` asks for nothing. */
function findAlternatives(text: string): Clause[][] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const alternatives: Clause[][] = [];
  for (const alternative of text.split(/\|\|?/)) {
    const parts = alternative
      .trim()
      .replace(/(\S)\s+-\s+(?=\S)/g, "$1&")
      .replace(/([<>=!~^])\s+/g, "$1")
      .split(/[\s,]+/);
    const clauses = parts.map((part) => clausesOf(part));
    if (!clauses.every((each) => each !== undefined)) return undefined;
    alternatives.push(clauses.flat());
  }
  return alternatives;
}

function clausesOf(part: string): Clause[] | undefined {
  if (/^[x*]$/i.test(part)) return [];
  if (part.includes("&")) return hyphenRange(part);
  const line = WILDCARD.exec(part)?.groups?.["numbers"]?.split(".").map(Number);
  if (line) return between(lowest(line), nextAfter(line, line.length - 1));
  const { operator = "=", version: text = "" } = CLAUSE.exec(part)?.groups ?? {};
  const version = findVersion(text);
  if (!version) return undefined;
  if (operator === "^") return between(version, nextAfter(version.numbers, caretPlace(version.numbers)));
  if (operator === "~")
    return between(version, nextAfter(version.numbers, Math.max(0, version.numbers.length - 2)));
  return [comparison(operator, version)];
}

/** `1.0 - 2.0` ends with the last `2.0.*`, `1.0 - 2.0.0` with that very version. */
function hyphenRange(part: string): Clause[] | undefined {
  const [from, to, ...others] = part.split("&").map((end) => findVersion(end));
  if (!from || !to || others.length > 0) return undefined;
  if (to.numbers.length >= 3) return [comparison(">=", from), comparison("<=", to)];
  return between(from, nextAfter(to.numbers, to.numbers.length - 1));
}

const between = (from: Version, end: Version): Clause[] => [comparison(">=", from), comparison("<", end)];

const lowest = (numbers: number[]): Version => ({ numbers, stability: STABLE, counts: [], isDev: false });

/** The end of a line is before its first pre-release: `2.0.0-dev`. */
const nextAfter = (numbers: readonly number[], place: number): Version => ({
  numbers: numbers.slice(0, place + 1).map((number, i) => (i === place ? number + 1 : number)),
  stability: 0,
  counts: [],
  isDev: true,
});

/** The first number that is not zero, or the last that is written, may not change. */
function caretPlace(numbers: readonly number[]): number {
  const place = numbers.slice(0, 3).findIndex((number) => number !== 0);
  return place === -1 ? Math.min(numbers.length, 3) - 1 : place;
}

function comparison(operator: string, bound: Version): Clause {
  const holds = (order: number): boolean => {
    if (operator === ">=") return order >= 0;
    if (operator === ">") return order > 0;
    if (operator === "<=") return order <= 0;
    if (operator === "<") return order < 0;
    return operator === "=" || operator === "==" ? order === 0 : order !== 0;
  };
  return {
    holds: (version) => holds(compareVersions(version, bound)),
    isExact: operator === "=" || operator === "==",
    isUnstable: bound.stability > 0 && !isStableVersion(bound),
  };
}
