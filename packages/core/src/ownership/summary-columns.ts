import type { Credit } from "@knockon/extract/history/credits";
import { nicknamesOf } from "@knockon/extract/history/known-as";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople, type PersonCorrections } from "@knockon/extract/history/people";

/** Returns the columns that are derived from credits. */
export function summaryColumns(credits: readonly Credit[], corrections: PersonCorrections) {
  const { busFactor, topAuthor, contributors } = ownershipOf(findPeople(credits, corrections));
  return {
    busFactor,
    topAuthorName: topAuthor?.name ?? null,
    topAuthorKeys: topAuthor?.person.keys ?? [],
    topAuthorNicknames: topAuthor ? nicknamesOf(credits, topAuthor.person) : [],
    topAuthorKnownAs: null,
    topAuthorShare: topAuthor?.share ?? 0,
    humanAuthorCount: contributors.length,
  };
}
