import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";

/** Why a declaration leads to no repository of the workspace: in a few words, and in a sentence. */
export const REASON_WORDS: Record<UnresolvedReason, { short: string; long: string }> = {
  no_producer: {
    short: "external",
    long: "No repository in this workspace produces it.",
  },
  unbound: {
    short: "unset variable",
    long: "Uses a variable that nothing in the repository sets.",
  },
  ambiguous: {
    short: "ambiguous",
    long: "More than one repository in this workspace produces this name.",
  },
};
