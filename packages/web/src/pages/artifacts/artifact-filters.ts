/** What each tab of the artifacts page lists. */
export const ARTIFACT_FILTERS = {
  used: { first_party: "true", orphans: "false" },
  unused: { unused: "true" },
  external: { external: "true" },
} as const;
