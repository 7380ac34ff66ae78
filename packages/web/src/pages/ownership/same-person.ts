/** A name without case, accents, punctuation and spaces, so that `Jane Doe` and `janedoe` are the same. */
const foldedName = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

interface Contributor {
  name: string;
  person_key: string;
  commit_count: number;
}

/**
 * Returns, for contributors that can be another one under a second address, that other one by their key: the one with most commits
 * of the same name. Addresses are not known here, and two people can have one name, so only an admin can say so.
 */
export function findSameNames<One extends Contributor>(contributors: readonly One[]): Map<string, One> {
  const pairs = [...Map.groupBy(contributors, ({ name }) => foldedName(name))].flatMap(([name, same]) => {
    const [first, ...others] = same.toSorted((a, b) => b.commit_count - a.commit_count);
    return first === undefined || name === "" ? [] : others.map((one) => [one.person_key, first] as const);
  });
  return new Map(pairs);
}
