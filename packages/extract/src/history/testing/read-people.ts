import type { Commit } from "../commit.ts";
import { creditsOf, type Credit } from "../credits.ts";
import { parseMailmap } from "../mailmap.ts";
import { findPeople, type Person } from "../people.ts";
import { Tally } from "../tally.ts";

const NOW = new Date("2026-01-01T00:00:00Z");
export const DAY = 24 * 60 * 60;
/** 2025-01-01. */
export const START = Date.UTC(2025, 0, 1) / 1000;

/** Creates a commit by one or more `Name <address>`. */
export const commit = (
  signatures: string | readonly string[],
  committedAt = START,
  subject = "",
): Commit => ({
  authors: [signatures].flat().map((signature) => {
    const [, name = "", email = ""] = /^(.*?) ?<(.*)>$/.exec(signature) ?? [];
    return { name, email };
  }),
  committedAt,
  subject,
});

/** Returns the credits of some commits, with plain keys instead of pseudonyms. */
export function readCredits(commits: readonly Commit[], mailmap = ""): Credit[] {
  const tally = new Tally(NOW);
  for (const one of commits) tally.add(one);
  return creditsOf(tally, { mailmap: parseMailmap(mailmap), pseudonym: (key) => key });
}

export const readPeople = (commits: readonly Commit[], mailmap = ""): Person[] =>
  findPeople(readCredits(commits, mailmap));

/** Returns `{name: commits}` for the people of some commits. */
export const countsOf = (commits: readonly Commit[], mailmap = ""): Record<string, number> =>
  Object.fromEntries(readPeople(commits, mailmap).map((one) => [one.name, one.commitCount]));
