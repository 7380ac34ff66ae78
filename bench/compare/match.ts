/** A declaration, normalized for the comparison of both sides. */
export interface Comparable {
  repository: string;
  file: string;
  name: string;
  /** As written in the file. Empty if there is none. */
  version: string;
  /** `file` contains the version, not necessarily the declaration: the bot reports the file that it would edit. */
  isFileOfVersion?: boolean;
  /** The bot reports the dependency without its version. */
  isVersionUnknown?: boolean;
}

export const keyOf = ({ repository, file, name, version }: Comparable): string =>
  [repository, file, name, version].join("\0");

export const keyWithoutFile = (each: Comparable): string => keyOf({ ...each, file: "" });

export const keyWithoutVersion = (each: Comparable): string => keyOf({ ...each, version: "" });

export interface Match<Theirs, Ours> {
  /** Declarations of the bot, each paired with one of ours. */
  found: Theirs[];
  missed: Theirs[];
  /** Our declarations without a pair. */
  oursAlone: Ours[];
}

/**
 * Matches both sides as multisets: three equal declarations of the bot need three of ours. The rest is matched again
 * with less detail where the bot reports less: in any file of the repository if its file is that of the version, and
 * with any version if it left a property unbound.
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
