/** An author or co-author as recorded in a commit. */
export interface Signature {
  name: string;
  email: string;
  /** The account at the host, if the host says it. */
  login?: string;
}

/** A commit with at most one parent. */
export interface Commit {
  /** The author, then the co-authors. */
  authors: readonly Signature[];
  /** Seconds since 1970. The committer date, because it says when the work arrived. */
  committedAt: number;
  /** The first line of the message. */
  subject: string;
}

/** Co-authors of one commit that are read. GitHub returns as many. */
export const MAX_CO_AUTHORS = 19;

/** Parses the value of a `Co-authored-by:` trailer: `Name <address>`. Returns none for any other form. */
export function parseCoAuthor(trailer: string): Signature[] {
  const [, name, email] = /^([^<]*)<([^>]*)>/.exec(trailer) ?? [];
  return name === undefined || email === undefined ? [] : [{ name: name.trim(), email }];
}
