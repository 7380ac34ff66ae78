/** Something the user can mend: shown as one line, exit code 1. */
export class UsageError extends Error {}
