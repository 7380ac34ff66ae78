/** A declaration in the one spelling in which both sides are compared. */
export interface Comparable {
  repository: string;
  file: string;
  name: string;
  /** As the file says it; empty where it says none. */
  version: string;
}

export const keyOf = ({ repository, file, name, version }: Comparable): string =>
  [repository, file, name, version].join("\0");
