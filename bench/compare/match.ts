import { keyOf, type Comparable } from "./comparable.ts";

export interface Match<Theirs, Ours> {
  /** Of theirs, those that have one of ours to themselves. */
  found: Theirs[];
  missed: Theirs[];
  /** Of ours, those that none of theirs took. */
  oursAlone: Ours[];
}

/** As multisets: of a thing that a file says three times, three are found only if we have three. */
export function match<Theirs extends Comparable, Ours extends Comparable>(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Match<Theirs, Ours> {
  const unmatched = Map.groupBy(ours, keyOf);
  const found: Theirs[] = [];
  const missed: Theirs[] = [];
  for (const declaration of theirs) {
    const isFound = unmatched.get(keyOf(declaration))?.pop() !== undefined;
    (isFound ? found : missed).push(declaration);
  }
  return { found, missed, oursAlone: [...unmatched.values()].flat() };
}
