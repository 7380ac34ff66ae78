/**
 * Outcomes of installing the GitHub App. `requested`: an owner must approve the installation. `expired`: start again.
 * `not_yours`: the user cannot access the installation. `not_all_repositories`: the user cannot access all of its
 * repositories. `unavailable`: GitHub does not respond.
 */
export const INSTALLATION_OUTCOMES = [
  "recorded",
  "requested",
  "cancelled",
  "expired",
  "not_yours",
  "not_all_repositories",
  "unavailable",
] as const;
export type InstallationOutcome = (typeof INSTALLATION_OUTCOMES)[number];
