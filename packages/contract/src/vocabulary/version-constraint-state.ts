/**
 * How firmly a declaration holds its version, classified on the raw text.
 * `floating` is a branch, `latest` or a moving major tag; `unresolved` a variable nobody binds.
 */
export const VERSION_CONSTRAINT_STATES = [
  "digest",
  "pinned",
  "range",
  "floating",
  "absent",
  "unresolved",
] as const;

export type VersionConstraintState = (typeof VERSION_CONSTRAINT_STATES)[number];
