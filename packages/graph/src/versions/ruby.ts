import { compareNumbers, satisfiesOperator } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const VERSION = /^\d{1,15}(?:\.[\da-z]{1,40})*(?:-[\da-z]{1,40}(?:[.-][\da-z]{1,40})*)?$/i;
const CLAUSE = /^(?<operator>~>|>=|<=|!=|=|>|<)?\s*(?<version>\S+)$/;

interface Clause {
  operator: string;
  version: string;
}

/**
 * RubyGems: comma-separated clauses that must all hold.
 *
 * Requirements: https://guides.rubygems.org/patterns/#declaring-dependencies
 * Order: https://docs.ruby-lang.org/en/master/Gem/Version.html
 */
export const ruby: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    const clauses = parseClauses(text);
    if (!clauses) return "floating";
    if (clauses.some(({ operator }) => operator === "=")) return "pinned";
    return clauses.every(({ operator, version }) => operator === ">=" && /^[0.]+$/.test(version))
      ? "floating"
      : "range";
  },

  compare: (a, b) =>
    VERSION.test(a) && VERSION.test(b) ? compareSegments(segmentsOf(a), segmentsOf(b)) : undefined,

  isStable: (version) => VERSION.test(version) && !isPrerelease(version),

  admits(constraint, version) {
    const clauses = parseClauses(constraint.trim());
    if (!clauses || !VERSION.test(version)) return undefined;
    if (isPrerelease(version) && !clauses.some((clause) => isPrerelease(clause.version))) return false;
    return clauses.every((clause) => matches(clause, version));
  },
};

const isPrerelease = (version: string): boolean => /[a-z]/i.test(version);

function parseClauses(text: string): Clause[] | undefined {
  const clauses = text.split(",").map((part) => {
    const { operator = "=", version = "" } = CLAUSE.exec(part.trim())?.groups ?? {};
    return VERSION.test(version) ? { operator, version } : undefined;
  });
  return clauses.every((clause) => clause !== undefined) ? clauses : undefined;
}

function matches({ operator, version: bound }: Clause, version: string): boolean {
  const order = compareSegments(segmentsOf(version), segmentsOf(bound));
  if (operator !== "~>") return satisfiesOperator(operator, order);
  return order >= 0 && compareNumbers(numbersOf(version), pessimisticEnd(bound)) < 0;
}

/** `1.0.b3` is `1`, `b`, `3`: zeros are dropped before the first letters and at the end. A hyphen means `.pre.`. */
function segmentsOf(version: string): string[] {
  const segments = version.replaceAll("-", ".pre.").match(/\d+|[a-z]+/gi) ?? [];
  const letters = segments.findIndex(isPrerelease);
  const numbers = letters === -1 ? segments : segments.slice(0, letters);
  return [
    ...trimTrailingZeros(numbers),
    ...(letters === -1 ? [] : trimTrailingZeros(segments.slice(letters))),
  ];
}

const trimTrailingZeros = (segments: readonly string[]): string[] =>
  segments.slice(0, segments.findLastIndex((segment) => !/^0+$/.test(segment)) + 1);

const numbersOf = (version: string): number[] =>
  (/^\d+(?:\.\d+(?![a-z\d]))*/i.exec(version)?.[0] ?? "0").split(".").map(Number);

/** Returns the exclusive end of `~>`: `1.3` for `~> 1.2.3`. */
function pessimisticEnd(version: string): number[] {
  const numbers = numbersOf(version);
  const kept = numbers.length > 1 ? numbers.slice(0, -1) : numbers;
  return kept.map((number, i) => (i === kept.length - 1 ? number + 1 : number));
}

/** Letters precede numbers. Missing segments count as zero. */
function compareSegments(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [left = "0", right = "0"] = [a[i], b[i]];
    if (isPrerelease(left) !== isPrerelease(right)) return isPrerelease(left) ? -1 : 1;
    const order = isPrerelease(left)
      ? Number(left > right) - Number(left < right)
      : Math.sign(Number(left) - Number(right));
    if (order !== 0) return order;
  }
  return 0;
}
