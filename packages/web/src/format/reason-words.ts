import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";

/** Why a declaration leads to no repository of the workspace: in a few words, and in a sentence. */
export const REASON_WORDS: Record<UnresolvedReason, { short: string; long: string }> = {
  no_producer: {
    short: "from outside",
    long: "No repository of the workspace produces it.",
  },
  unbound: {
    short: "a variable without a value",
    long: "It is written with a variable that nothing in the repository sets.",
  },
  ambiguous: {
    short: "several could be meant",
    long: "More than one repository of the workspace produces this name.",
  },
};
