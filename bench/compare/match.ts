import { keyOf, keyWithoutFile, keyWithoutVersion, type Comparable } from "./comparable.ts";

export interface Match<Theirs, Ours> {
  /** Of theirs, those that have one of ours to themselves. */
  found: Theirs[];
  missed: Theirs[];
  /** Of ours, those that none of theirs took. */
  oursAlone: Ours[];
}

/**
 * As multisets: of a thing that a file says three times, three are found only if we have three. What is left is looked
 * for again where the bot tells less: in any file of the repository if its file is that of the version, and with
 * any version if it left a property unbound.
 */
export function match<Theirs extends Comparable, Ours extends Comparable>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Match<Theirs, Ours> {
  let result: Match<Theirs, Ours> = { found: [], missed: [...theirs], oursAlone: [...ours] };
  for (const { isFor, key } of PASSES) {
    const { found, missed, oursAlone } = matchBy(key, result.missed.filter(isFor), result.oursAlone);
    const others = result.missed.filter((each) => !isFor(each));
    result = { found: [...result.found, ...found], missed: [...others, ...missed], oursAlone };
  }
  return result;
}

const PASSES: { isFor: (theirs: Comparable) => boolean; key: (each: Comparable) => string }[] = [
  { isFor: () => true, key: keyOf },
  { isFor: ({ isFileOfVersion }) => isFileOfVersion === true, key: keyWithoutFile },
  { isFor: ({ isVersionUnknown }) => isVersionUnknown === true, key: keyWithoutVersion },
];

function matchBy<Theirs extends Comparable, Ours extends Comparable>(
  key: (declaration: Comparable) => string,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Match<Theirs, Ours> {
  const unmatched = Map.groupBy(ours, key);
  const found: Theirs[] = [];
  const missed: Theirs[] = [];
  for (const declaration of theirs) {
    const isFound = unmatched.get(key(declaration))?.pop() !== undefined;
    (isFound ? found : missed).push(declaration);
  }
  return { found, missed, oursAlone: [...unmatched.values()].flat() };
}
