import type { OrgRow } from "./org-row.ts";

/** What an org is connected to, for audit events. */
export const identityOf = ({ name, platform, url }: OrgRow) => ({ name, platform, url });

/** What can be changed of an org, for audit events; never its credential. */
export const settingsOf = ({ name, heuristicPatterns, hostAliases, schedule }: OrgRow) => ({
  name,
  heuristic_patterns: heuristicPatterns,
  host_aliases: hostAliases,
  schedule,
});
