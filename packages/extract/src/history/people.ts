import type { Credit, Signer } from "./credits.ts";
import { Identities } from "./identities.ts";
import { isDisplayable } from "./person-name.ts";
import { addWork, noWork, type Work } from "./tally.ts";

/** A human contributor of a repository. */
export interface Person extends Work {
  /** Pseudonyms of the keys that identify the person. No two people share one. */
  keys: string[];
  /** The name of the latest commit, or an earlier one if the latest is redacted. */
  name: string;
}

/** Returns the people of some credits. A commit with co-authors counts for each person, and its weight is divided among them. */
export function findPeople(credits: readonly Credit[]): Person[] {
  const identities = new Identities();
  for (const { signers } of credits) for (const { keys } of signers) identities.join(keys);
  const idOf = ({ keys: [key = ""] }: Signer): string => identities.find(key);

  const people = new Map<string, Person>();
  for (const credit of credits.toSorted(namesFirst)) {
    const persons = Map.groupBy(credit.signers, idOf);
    for (const [id, [signer]] of persons) {
      const person = people.get(id) ?? { keys: [], name: signer?.name ?? "", ...noWork() };
      people.set(id, person);
      addWork(person, credit, persons.size);
      if (signer && !isDisplayable(person.name)) person.name = signer.name;
    }
  }
  for (const [id, keys] of identities.groups()) {
    const person = people.get(id);
    if (person) person.keys = keys.toSorted();
  }
  return [...people.values()];
}

/** Orders credits for the choice of names: latest first, then an arbitrary fixed order. */
const namesFirst = (a: Credit, b: Credit): number =>
  b.lastAt - a.lastAt || (JSON.stringify(a.signers) < JSON.stringify(b.signers) ? -1 : 1);
