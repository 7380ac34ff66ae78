/** A declaration in the one spelling in which both sides are compared. */
export interface Comparable {
  repository: string;
  file: string;
  name: string;
  /** As the file says it; empty where it says none. */
  version: string;
  /** The file is that of the version, which may be another one's: the bot tells where it would edit. */
  isFileOfVersion?: boolean;
  /** The bot knows that there is a version, or may be one, but not which. */
  isVersionUnknown?: boolean;
}

export const keyOf = ({ repository, file, name, version }: Comparable): string =>
  [repository, file, name, version].join("\0");

export const keyWithoutFile = (each: Comparable): string => keyOf({ ...each, file: "" });

export const keyWithoutVersion = (each: Comparable): string => keyOf({ ...each, version: "" });
