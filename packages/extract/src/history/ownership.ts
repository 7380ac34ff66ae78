import type { Person } from "./people.ts";

export interface Contributor {
  name: string;
  commitCount: number;
  /** Of all humans' work, weighted by age; to nine decimals, in which shares and bus factor agree. */
  share: number;
  person: Person;
}

export interface Ownership {
  /** How many humans, at least, hold half of the work together; 0 where there are none. */
  busFactor: number;
  /** Whoever has the greatest share. */
  topAuthor: Contributor | null;
  /** Most commits first. */
  contributors: Contributor[];
  /** From the first commit of a human to the last, in seconds since 1970. */
  window: { start: number; end: number } | null;
}

/** Who owns a repository, by what its people did. */
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

/** Floating sums of the same weights differ by their order: far beyond the ninth decimal. */
const rounded = (share: number): number => Math.round(share * 1e9) / 1e9;

/** The same people come in the same order, however their history was read. */
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
