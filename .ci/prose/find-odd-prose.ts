import type { Passage, Passages } from "./passages.ts";
import { PATTERNS, type Pattern } from "./patterns.ts";

interface Match {
  text: string;
  say: string;
  /** Whether the text counts as an odd word. */
  odd: boolean;
}

export interface Finding extends Match {
  line: number;
}

const FOR_PROSE = PATTERNS.filter(({ only }) => only !== "identifiers");
const FOR_IDENTIFIERS = PATTERNS.filter(({ only }) => only !== "prose");

/** Splits an identifier or a path into lowercase words: `readJSONFile` → `read json file`. */
export function splitWords(identifier: string): string {
  return identifier
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/gu, " ")
    .trim()
    .toLowerCase();
}

function matchesOf(text: string, patterns: readonly Pattern[]): (Match & { index: number })[] {
  return patterns.flatMap(({ match, say, odd = false }) =>
    [...text.matchAll(match)].map(({ 0: found, index }) => ({
      index,
      text: found.replaceAll(/\s+/gu, " "),
      say,
      odd,
    })),
  );
}

const knownIdentifiers = new Map<string, Match[]>();

function identifierMatches(identifier: string): Match[] {
  let matches = knownIdentifiers.get(identifier);
  if (matches === undefined) {
    matches = matchesOf(splitWords(identifier), FOR_IDENTIFIERS).map(({ text, say, odd }) => ({
      text,
      say,
      odd,
    }));
    knownIdentifiers.set(identifier, matches);
  }
  return matches;
}

/** All passages in one text, so that each pattern runs once per file, and the way back to their offsets. */
function join(passages: readonly Passage[]): { text: string; offsetOf: (index: number) => number } {
  const starts: number[] = [];
  let text = "";
  for (const passage of passages) {
    starts.push(text.length);
    text += `${passage.text}\0`;
  }
  const offsetOf = (index: number): number => {
    const nth = starts.findLastIndex((start) => start <= index);
    return (passages[nth]?.offset ?? 0) + index - (starts[nth] ?? 0);
  };
  return { text, offsetOf };
}

/** Returns the phrases of a file that readers stumble over, by line. */
export function findOddProse(source: string, { prose, identifiers }: Passages): Finding[] {
  const { text, offsetOf } = join(prose);
  const lineOf = (offset: number): number => source.slice(0, offset).split("\n").length;
  return [
    ...matchesOf(text, FOR_PROSE).map(({ index, ...match }) => ({ ...match, line: lineOf(offsetOf(index)) })),
    ...identifiers.flatMap((identifier) =>
      identifierMatches(identifier.text).map((match) => ({ ...match, line: lineOf(identifier.offset) })),
    ),
  ].toSorted((one, other) => one.line - other.line);
}
