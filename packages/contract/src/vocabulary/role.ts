/**
 * What a consumer needs an artifact for, after SPDX's relationship types, strongest first:
 * - `runtime`: ships in something the consumer publishes or deploys
 * - `build`: makes what the consumer publishes
 * - `ci`: a pipeline of the consumer runs it
 * - `dev`: developer tooling
 * - `test`: only tests install or run it
 * - `example`: examples, tutorials and samples
 * - `fixture`: static data that nothing installs
 * - `documentation`: links and prose
 * - `vendored`: a copy of a third-party tree, or of what a third-party package requires
 */
export const ROLES = [
  "runtime",
  "build",
  "ci",
  "dev",
  "test",
  "example",
  "fixture",
  "documentation",
  "vendored",
] as const;

export type Role = (typeof ROLES)[number];

/** Roles that only mention an artifact. They never make a repository affected. */
export const MENTION_ROLES = ["fixture", "documentation", "vendored"] as const satisfies readonly Role[];

export const isMention = (role: Role): boolean => (MENTION_ROLES as readonly Role[]).includes(role);

/** Roles that make the consumer a dependent. */
export const DEPENDENCY_ROLES: readonly Role[] = ROLES.filter((role) => !isMention(role));
