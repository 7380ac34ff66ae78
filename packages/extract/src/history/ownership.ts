import type { Person } from "./people.ts";

export interface Contributor {
  name: string;
  commitCount: number;
  /** Share of the work of all people, weighted by age. Rounded to nine decimals, so that shares and bus factor agree. */
  share: number;
  person: Person;
}

export interface Ownership {
  /** The smallest number of people who together hold half of the work. 0 without people. */
  busFactor: number;
  /** The contributor with the largest share. */
  topAuthor: Contributor | null;
  /** Most commits first. */
  contributors: Contributor[];
  /** The times of the first and last commit of a person, in seconds since 1970. */
  window: { start: number; end: number } | null;
}

/** Calculates the ownership of a repository from the work of its people. */
export function ownershipOf(people: readonly Person[]): Ownership {
  const total = people.reduce((sum, { weight }) => sum + weight, 0);
  const contributors = people
    .map((person) => ({
      name: person.name,
      commitCount: person.commitCount,
      share: rounded(person.weight / total),
      person,
    }))
    .toSorted((a, b) => b.commitCount - a.commitCount || compare(a, b));
  const byShare = contributors.toSorted(compare);
  const [top] = byShare;
  return {
    busFactor: countUntilHalf(byShare.map(({ person }) => person.weight / total)),
    topAuthor: top ?? null,
    contributors,
    window: top ? windowOf(people) : null,
  };
}

/** Removes rounding errors of floating-point sums, which depend on the order and are far below the ninth decimal. */
const rounded = (share: number): number => Math.round(share * 1e9) / 1e9;

/** A total order, so that the result does not depend on the order in which a history was read. */
const compare = (a: Contributor, b: Contributor): number =>
  b.share - a.share ||
  b.commitCount - a.commitCount ||
  ordinal(a.name, b.name) ||
  ordinal(a.person.keys[0] ?? "", b.person.keys[0] ?? "");

const ordinal = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function countUntilHalf(shares: readonly number[]): number {
  let held = 0;
  for (const [at, share] of shares.entries()) {
    held += share;
    if (rounded(held) >= 0.5) return at + 1;
  }
  return 0;
}

const windowOf = (people: readonly Person[]) => ({
  start: people.reduce((first, { firstAt }) => Math.min(first, firstAt), Number.POSITIVE_INFINITY),
  end: people.reduce((last, { lastAt }) => Math.max(last, lastAt), 0),
});
