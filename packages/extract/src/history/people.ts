import type { Signature } from "./commit.ts";
import { Identities } from "./identities.ts";
import { keysOf } from "./identity.ts";
import { kindOf } from "./kind-of.ts";
import type { Mailmap } from "./mailmap.ts";
import { isShown, shownName } from "./person-name.ts";
import { addWork, monthOf, type Credit, type Tally, type Work } from "./tally.ts";

/** To be raised when the same history would come to other people: each is then read from its beginning. */
export const HISTORY_KEY = "1";

/** Of how many months before the newest commit the work is kept by month. */
const KEPT_MONTHS = 36;

/** A human contributor of a repository. */
export interface Person extends Work {
  /** Whatever identifies them, as pseudonyms; two people have none in common. */
  keys: string[];
  /** By which they signed last. */
  name: string;
  /** When that was, in seconds since 1970. */
  namedAt: number;
}

interface Options {
  mailmap: Mailmap;
  /** Makes a key what is kept of it. */
  pseudonym: (key: string) => string;
}

interface Signer {
  name: string;
  keys: string[];
}

/**
 * The humans behind a tally, added to those already known. Undefined when two of the known turn out to be one: what they
 * signed together was counted for both, so that their history has to be read from its beginning.
 */
export function findPeople(
  tally: Tally,
  options: Options,
  known: readonly Person[] = [],
): Person[] | undefined {
  const identities = new Identities();
  const idOf = ({ keys: [key = ""] }: { keys: readonly string[] }): string => identities.find(key);
  const signed = [...tally.credits].map((credit) => ({ credit, signers: humansOf(credit, options) }));
  for (const { keys } of known) identities.join(keys);
  for (const { signers } of signed) for (const { keys } of signers) identities.join(keys);

  const people = new Map(known.map((person) => [idOf(person), copyOf(person)]));
  if (people.size < known.length) return undefined;
  for (const { credit, signers } of signed) {
    const persons = Map.groupBy(signers, idOf);
    for (const [id, [signer]] of persons) {
      const person = people.get(id) ?? nobody();
      people.set(id, person);
      addWork(person, credit, persons.size);
      if (signer) nameAfter(person, signer.name, credit.lastAt);
    }
  }
  const keys = identities.groups();
  for (const [id, person] of people) person.keys = (keys.get(id) ?? []).toSorted();
  return withoutOldMonths([...people.values()]);
}

/** Whom a commit is credited to: nobody where a dependency bot made it; other bots are left out. */
function humansOf({ authors }: Credit, { mailmap, pseudonym }: Options): Signer[] {
  const signatures: Signature[] = authors.map(mailmap);
  const kinds = signatures.map(kindOf);
  if (kinds[0] === "dependency_bot") return [];
  return signatures
    .filter((_, at) => kinds[at] === "human")
    .map((signature) => ({ name: shownName(signature.name), keys: keysOf(signature).map(pseudonym) }));
}

const copyOf = (person: Person): Person => ({ ...person, months: new Map(person.months) });

const nobody = (): Person => ({
  keys: [],
  name: "",
  namedAt: -1,
  commitCount: 0,
  weight: 0,
  firstAt: Number.POSITIVE_INFINITY,
  lastAt: 0,
  months: new Map(),
});

/** The last name goes before all others but for one that hides an address. */
function nameAfter(person: Person, name: string, at: number): void {
  const isNewer = at > person.namedAt || (at === person.namedAt && name < person.name);
  const isBetter = person.name === "" || (isShown(name) === isShown(person.name) ? isNewer : isShown(name));
  if (isBetter) Object.assign(person, { name, namedAt: at });
}

function withoutOldMonths(people: Person[]): Person[] {
  const first = monthOf(newestOf(people)) - KEPT_MONTHS;
  for (const { months } of people) {
    for (const month of months.keys()) if (month < first) months.delete(month);
  }
  return people;
}

const newestOf = (people: readonly Person[]): number =>
  people.reduce((newest, { lastAt }) => Math.max(newest, lastAt), 0);
