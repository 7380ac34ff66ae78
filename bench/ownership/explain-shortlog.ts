import type { Signature } from "@knockon/extract/history/commit";
import { keysOf } from "@knockon/extract/history/identity";
import { kindOf } from "@knockon/extract/history/kind-of";
import type { Mailmap } from "@knockon/extract/history/mailmap";
import type { Person } from "@knockon/extract/history/people";
import type { Tally } from "@knockon/extract/history/tally";

/** names − automation − otherNames + namesakes + coAuthors = people. */
export interface Explained {
  commits: number;
  /** Names in the shortlog. */
  names: number;
  /** Names of bots and agents. */
  automation: number;
  /** Additional names of a person. */
  otherNames: number;
  /** People who share a name, except for the first of each name. */
  namesakes: number;
  /** People who are co-authors only. */
  coAuthors: number;
  /** Differences that the figures above do not explain. */
  unexplained: string[];
}

interface Ours {
  signed: readonly (Tally["signed"] extends Iterable<infer Signed> ? Signed : never)[];
  mailmap: Mailmap;
  people: readonly Person[];
}

/** Derives our people and their commit counts from `git shortlog -sne --no-merges`. */
export function explain(shortlog: string, { signed, mailmap, people }: Ours): Explained {
  const personOf = new Map(people.flatMap((person) => person.keys.map((key) => [key, person] as const)));
  const find = (signature: Signature): Person | undefined =>
    kindOf(signature) === "human" ? personOf.get(keysOf(signature)[0] ?? "") : undefined;
  const authors = parseShortlog(shortlog);
  const names = Map.groupBy(authors, ({ name }) => name);
  const counts = new Map(people.map((person) => [person, 0]));
  const credit = (person: Person, commits: number) => counts.set(person, (counts.get(person) ?? 0) + commits);

  const namesOf = new Map<Person, Set<string>>();
  let automation = 0;
  let links = 0;
  for (const [name, signatures] of names) {
    const persons = new Set(signatures.flatMap((one) => find(one) ?? []));
    if (persons.size === 0) automation += 1;
    links += persons.size;
    for (const person of persons) namesOf.set(person, (namesOf.get(person) ?? new Set()).add(name));
  }
  for (const one of authors) {
    const person = find(one);
    if (person) credit(person, one.commits);
  }
  for (const { authors: signatures, commitCount } of signed) {
    const [author, ...others] = signatures.map(mailmap);
    if (!author || kindOf(author) === "dependency_bot") continue;
    const persons = new Set(others.flatMap((other) => find(other) ?? []));
    for (const person of persons) if (person !== find(author)) credit(person, commitCount);
  }
  return {
    commits: authors.reduce((sum, { commits }) => sum + commits, 0),
    names: names.size,
    automation,
    otherNames: links - namesOf.size,
    namesakes: links - (names.size - automation),
    coAuthors: people.length - namesOf.size,
    unexplained: people
      .filter((person) => person.commitCount !== counts.get(person))
      .map((person) => `${person.name} has ${person.commitCount} commits, expected ${counts.get(person)}`),
  };
}

/** Parses lines such as `   12\tName <address>`. */
function parseShortlog(text: string): (Signature & { commits: number })[] {
  return text.split("\n").flatMap((line) => {
    const [, commits, name = "", email = ""] = /^\s*(\d+)\t(.*?) ?<([^>]*)>$/.exec(line) ?? [];
    return commits === undefined ? [] : [{ commits: Number(commits), name, email }];
  });
}
