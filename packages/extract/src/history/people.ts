import type { Credit, Signer } from "./credits.ts";
import { Identities } from "./identities.ts";
import { isShown } from "./person-name.ts";
import { addWork, noWork, type Work } from "./tally.ts";

/** A human contributor of a repository. */
export interface Person extends Work {
  /** Whatever identifies them, as pseudonyms; two people have none in common. */
  keys: string[];
  /** By which they signed last; a former one where that hides an address. */
  name: string;
}

/** The humans behind some credits. A commit of several counts for each of them, and is shared as work. */
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
      if (signer && !isShown(person.name)) person.name = signer.name;
    }
  }
  for (const [id, keys] of identities.groups()) {
    const person = people.get(id);
    if (person) person.keys = keys.toSorted();
  }
  return [...people.values()];
}

/** The order in which names are chosen: the last, then any that is always the same. */
const namesFirst = (a: Credit, b: Credit): number =>
  b.lastAt - a.lastAt || (JSON.stringify(a.signers) < JSON.stringify(b.signers) ? -1 : 1);
