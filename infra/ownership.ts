import { grant } from "./grant.ts";
import { ownershipPeopleEnabled, ownershipSignalEnabled } from "./secret.ts";

/** Of who reads histories, and who shows what came of them. */
export const knowOwnership = grant({
  OWNERSHIP_SIGNAL_ENABLED: ownershipSignalEnabled.value,
  OWNERSHIP_PEOPLE_ENABLED: ownershipPeopleEnabled.value,
});
