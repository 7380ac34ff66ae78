import type { Adoption } from "@knockon/contract/resources/impact";

export const ADOPTION_WORD: Record<Adoption, string> = {
  immediate: "on next run",
  on_update: "on next update",
  pinned: "when bumped",
  unknown: "unknown",
};
