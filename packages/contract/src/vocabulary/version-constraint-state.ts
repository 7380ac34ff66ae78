/**
 * How a declaration constrains its version, classified on the raw text. `floating`: a branch, `latest` or a moving major
 * tag. `unresolved`: a variable without a value.
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
