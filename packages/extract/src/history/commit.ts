/** Who made a commit, as it says itself. */
export interface Signature {
  name: string;
  email: string;
}

/** A commit that is no merge. */
export interface Commit {
  /** The author, then the co-authors. */
  authors: readonly Signature[];
  /** Seconds since 1970, by the committer's clock: it says when the work arrived. */
  committedAt: number;
}

/** What stands behind `Co-authored-by:`, `Name <address>`; written otherwise, it names nobody. */
export function parseCoAuthor(trailer: string): Signature[] {
  const [, name, email] = /^([^<]*)<([^>]*)>/.exec(trailer) ?? [];
  return name === undefined || email === undefined ? [] : [{ name: name.trim(), email }];
}
