import type { Commit, Signature } from "./commit.ts";
import { addSubject, mergeSubjects, noSubjects, type Subjects } from "./subjects.ts";

/** Age at which a commit weighs half. */
const HALF_LIFE_SECONDS = 365 * 24 * 60 * 60;
/**
 * Weights are relative to this time, not to the newest commit. The shares are the same, and sums can be continued. A double
 * can represent ± 1,000 half-lives.
 */
const EPOCH_SECONDS = Date.UTC(2020, 0, 1) / 1000;

/** Sums over some commits. */
export interface Work {
  commitCount: number;
  weight: number;
  /** Seconds since 1970. */
  firstAt: number;
  lastAt: number;
  /** Commits by month, counted from the year 0. */
  months: Record<number, number>;
  subjects: Subjects;
}

/** The commits with the same list of signatures. */
interface Signed extends Work {
  authors: readonly Signature[];
}

/** Sums commits by their signatures. Memory grows with the number of distinct signatures, not of commits. */
export class Tally {
  readonly #signed = new Map<string, Signed>();
  readonly #now: number;

  /** Commits dated after `now` count as made now, so that a wrong clock does not outweigh everyone else. */
  constructor(now: Date) {
    this.#now = now.getTime() / 1000;
  }

  add({ authors, committedAt, subject }: Commit): void {
    const at = Math.min(Math.max(committedAt, 0), this.#now);
    const [author] = authors;
    const key =
      authors.length === 1 && author
        ? `${author.name}\0${author.email}`
        : authors.map(({ name, email }) => `${name}\0${email}`).join("\0");
    let work = this.#signed.get(key);
    if (!work) this.#signed.set(key, (work = { authors, ...noWork() }));
    const month = monthOf(at);
    work.commitCount += 1;
    work.weight += 2 ** ((at - EPOCH_SECONDS) / HALF_LIFE_SECONDS);
    work.firstAt = Math.min(work.firstAt, at);
    work.lastAt = Math.max(work.lastAt, at);
    work.months[month] = (work.months[month] ?? 0) + 1;
    addSubject(work.subjects, subject);
  }

  get signed(): Iterable<Signed> {
    return this.#signed.values();
  }
}

export const noWork = (): Work => ({
  commitCount: 0,
  weight: 0,
  firstAt: Number.POSITIVE_INFINITY,
  lastAt: 0,
  months: {},
  subjects: noSubjects(),
});

export function monthOf(seconds: number): number {
  const date = new Date(seconds * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Adds the work of a person among `parts` co-signers. Weights are divided by `parts`, the commit count is not. */
export function addWork(sum: Work, more: Work, parts = 1): void {
  sum.commitCount += more.commitCount;
  sum.weight += more.weight / parts;
  sum.firstAt = Math.min(sum.firstAt, more.firstAt);
  sum.lastAt = Math.max(sum.lastAt, more.lastAt);
  for (const [month, commits] of Object.entries(more.months)) {
    sum.months[Number(month)] = (sum.months[Number(month)] ?? 0) + commits / parts;
  }
  mergeSubjects(sum.subjects, more.subjects);
}
