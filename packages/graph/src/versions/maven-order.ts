/** A part of a version, and whether `.` stands before it; a hyphen does otherwise, also between digits and letters. */
interface Token {
  isAfterDot: boolean;
  text: string;
}

/** Those that come before a release, then the release itself, then `sp`; every other word comes after. */
const QUALIFIERS = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["cr", "rc"],
  ["ga", ""],
  ["final", ""],
  ["release", ""],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ["a", "alpha"],
  ["b", "beta"],
  ["m", "milestone"],
]);

/** The order that Maven's reference specifies: token by token, the shorter version filled up with what says nothing. */
export function compareMavenVersions(a: string, b: string): number {
  const [left, right] = [tokensOf(a), tokensOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [mine, theirs] = [left[i], right[i]];
    const order = compareTokens(mine ?? fillerFor(theirs), theirs ?? fillerFor(mine));
    if (order !== 0) return order;
  }
  return 0;
}

const fillerFor = (other: Token | undefined): Token =>
  other?.isAfterDot && isNumber(other.text)
    ? { isAfterDot: true, text: "0" }
    : { isAfterDot: false, text: "" };

function tokensOf(version: string): Token[] {
  const tokens: Token[] = [];
  let isAfterDot = true;
  for (const [index, run] of version
    .toLowerCase()
    .split(/([.-])/)
    .entries()) {
    if (index % 2 === 1) isAfterDot = run === ".";
    else tokens.push(...splitRun(run, isAfterDot));
  }
  return trimmed(tokens);
}

/** `1rc2` is `1-rc-2`; between two separators stands a zero. */
function splitRun(run: string, isAfterDot: boolean): Token[] {
  const parts = run.match(/\d+|\D+/g) ?? ["0"];
  return parts.map((part, i) => ({
    isAfterDot: isAfterDot && i === 0,
    text: canonical(part, parts[i + 1] !== undefined),
  }));
}

function canonical(part: string, isBeforeNumber: boolean): string {
  if (isNumber(part)) return part.replace(/^0+(?=\d)/, "");
  return (isBeforeNumber ? SHORT.get(part) : undefined) ?? SYNONYMS.get(part) ?? part;
}

/** What says nothing (`0`, `final`) is dropped from the end and before each hyphen: `1.0-rc` is `1-rc`. */
function trimmed(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (!token.isAfterDot) dropNulls(kept);
    kept.push(token);
  }
  dropNulls(kept);
  return kept;
}

function dropNulls(tokens: Token[]): void {
  for (let last = tokens.at(-1); last && (last.text === "0" || last.text === ""); last = tokens.at(-1)) {
    tokens.pop();
  }
}

/** `.word` = `-word` < `-number` < `.number` */
function compareTokens(a: Token, b: Token): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return Math.sign(left - right);
  return isNumber(a.text) ? compareDigits(a.text, b.text) : compareQualifiers(a.text, b.text);
}

const rankOf = ({ isAfterDot, text }: Token): number => (isNumber(text) ? (isAfterDot ? 2 : 1) : 0);

function compareQualifiers(a: string, b: string): number {
  const [left, right] = [QUALIFIERS.indexOf(a), QUALIFIERS.indexOf(b)];
  if (left === -1 && right === -1) return compareText(a, b);
  if (left === -1 || right === -1) return left === -1 ? 1 : -1;
  return Math.sign(left - right);
}

/** Build numbers are longer than a number holds. */
const compareDigits = (a: string, b: string): number => Math.sign(a.length - b.length) || compareText(a, b);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isNumber = (text: string): boolean => /^\d/.test(text);
