/**
 * What came of somebody's way to GitHub to install the App: recorded; requested, which an owner has to approve; cancelled
 * at GitHub; expired, to be begun anew; not seen by them there; seen, but not all of its repositories; GitHub silent.
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
