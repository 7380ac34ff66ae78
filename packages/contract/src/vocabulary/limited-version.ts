/** A range without an upper limit, such as `>=1.2` and `*`, admits every new release. */
export const UNLIMITED = /^\s*(?:\*|>=?\s*[\w.+-]+)\s*$/u;

/** Whether a range or a tag takes some releases and not others: `^1.2`, `v4`. Not a branch, and not what admits every release. */
export const isLimited = (version: string | null): boolean =>
  version !== null && !UNLIMITED.test(version) && /^[\s^~<>=[(v]*\d/u.test(version);
