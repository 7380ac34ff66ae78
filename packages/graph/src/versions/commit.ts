const COMMIT = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
const ABBREVIATED = /^(?=.*\d)(?=.*[a-f])[\da-f]{7,39}$/i;

/** A whole object id: content-addressed, so it can never mean something else. */
export const isCommit = (ref: string): boolean => COMMIT.test(ref);

/** An abbreviated object id. Only with a digit and a letter: `1234567` is a number, `deadbeef` a word. */
export const isAbbreviatedCommit = (ref: string): boolean => ABBREVIATED.test(ref);
