import type { Credit, Signer } from "./credits.ts";
import { Identities } from "./identities.ts";
import { isDisplayable, isFullName } from "./person-name.ts";
import { areRepeated, mergeSubjects, noSubjects, type Subjects } from "./subjects.ts";
import { addWork, noWork, type Work } from "./tally.ts";

/** A human contributor of a repository. */
export interface Person extends Work {
  /** Pseudonyms of the keys that identify the person. No two people share one. */
  keys: string[];
  /** The latest full name, so that a person has one name in all repositories. Without any, the latest name that is not redacted. */
  name: string;
}

/** What users know better than the rules, by key. */
export interface PersonCorrections {
  /** Keys of one person that the rules take for two. */
  samePerson: readonly (readonly string[])[];
  notPeople: ReadonlySet<string>;
  /** Keys of people whose commits look like those of a program. */
  people: ReadonlySet<string>;
}

export const NO_CORRECTIONS: PersonCorrections = { samePerson: [], notPeople: new Set(), people: new Set() };

/**
 * Returns the people of some credits. A commit with co-authors counts for each person, and its weight is divided among them.
 * Omits authors whose commits repeat the same few subjects: see `areRepeated`.
 */
export const findPeople = (credits: readonly Credit[], corrections?: PersonCorrections): Person[] =>
  findAuthors(credits, corrections).people;

/** Returns the people of some credits, and the programs that `findPeople` omits. */
export function findAuthors(
  credits: readonly Credit[],
  corrections: PersonCorrections = NO_CORRECTIONS,
): { people: Person[]; automation: Person[] } {
  const identities = new Identities();
  for (const { signers } of credits) for (const { keys } of signers) identities.join(keys);
  for (const keys of corrections.samePerson) identities.join(keys);
  const idOf = ({ keys: [key = ""] }: Signer): string => identities.find(key);
  const notPeople = findNotPeople(credits, corrections, identities);

  const authors = new Map<string, Person>();
  for (const credit of sortForNames(credits)) {
    const signers = [...Map.groupBy(credit.signers, idOf)];
    const humans = signers.filter(([id]) => !notPeople.has(id)).length;
    for (const [id, [signer]] of signers) {
      const author = authors.get(id) ?? { keys: [], name: signer?.name ?? "", ...noWork() };
      authors.set(id, author);
      addWork(author, credit, notPeople.has(id) ? signers.length : humans);
      if (signer && saysMore(signer.name, author.name)) author.name = signer.name;
    }
  }
  for (const [id, keys] of identities.groups()) {
    const author = authors.get(id);
    if (author) author.keys = keys.toSorted();
  }
  const byKind = Map.groupBy(authors, ([id]) => (notPeople.has(id) ? "automation" : "people"));
  const ofKind = (kind: "automation" | "people") => (byKind.get(kind) ?? []).map(([, author]) => author);
  return { people: ofKind("people"), automation: ofKind("automation") };
}

/** Whether an earlier name says more about a person than the latest one: `Jane Doe` more than `jdoe`, and any more than none. */
const saysMore = (earlier: string, latest: string): boolean =>
  isDisplayable(latest) ? isFullName(earlier) && !isFullName(latest) : isDisplayable(earlier);

/** Returns the IDs of authors that are programs: those that users say, and those whose commits show it. */
function findNotPeople(
  credits: readonly Credit[],
  { notPeople, people }: PersonCorrections,
  identities: Identities,
): Set<string> {
  const subjects = new Map<string, Subjects>();
  for (const credit of credits) {
    for (const id of new Set(credit.signers.map(({ keys: [key = ""] }) => identities.find(key)))) {
      const sum = subjects.get(id) ?? noSubjects();
      mergeSubjects(sum, credit.subjects);
      subjects.set(id, sum);
    }
  }
  const idsOf = (keys: ReadonlySet<string>) => new Set([...keys].map((key) => identities.find(key)));
  const [excluded, kept] = [idsOf(notPeople), idsOf(people)];
  for (const [id, sum] of subjects) if (areRepeated(sum) && !kept.has(id)) excluded.add(id);
  return excluded;
}

/** Orders credits for the choice of names: latest first, then an arbitrary fixed order. */
function sortForNames(credits: readonly Credit[]): Credit[] {
  const keyed = credits.map((credit) => ({ credit, key: JSON.stringify(credit.signers) }));
  keyed.sort((a, b) => b.credit.lastAt - a.credit.lastAt || (a.key < b.key ? -1 : 1));
  return keyed.map(({ credit }) => credit);
}
