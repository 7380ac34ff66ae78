import { compareOrdinal } from "./ordinal.ts";

/**
 * Numbers strings in the order of their first use. `internPrevious` looks up each previous string only once. `sort` returns
 * all strings, sorted, and their positions by number.
 */
export function createStringTable(previous: readonly (string | null)[]) {
  const strings = new Map<string | null, number>();
  const numbers = new Map<number, number>();
  const intern = (text: string | null): number => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, strings.size);
    return strings.size - 1;
  };
  const internPrevious = (at: number): number => {
    const known = numbers.get(at);
    if (known !== undefined) return known;
    const number = intern(previous[at] ?? null);
    numbers.set(at, number);
    return number;
  };
  const sort = () => {
    const sorted = [...strings].toSorted(([a], [b]) => compareStrings(a, b));
    const ranks = new Uint32Array(sorted.length);
    for (const [rank, [, number]] of sorted.entries()) ranks[number] = rank;
    return { strings: sorted.map(([text]) => text), ranks };
  };
  return { intern, internPrevious, sort };
}

const compareStrings = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(b === null) - Number(a === null) : compareOrdinal(a, b);
