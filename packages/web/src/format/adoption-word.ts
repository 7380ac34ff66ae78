import type { Adoption } from "@knockon/contract/resources/impact";

export const ADOPTION_WORD: Record<Adoption, string> = {
  immediate: "breaks now",
  on_update: "at next update",
  pinned: "pinned",
  unknown: "unknown",
};
