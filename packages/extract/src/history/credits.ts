import { keysOf } from "./identity.ts";
import { kindOf } from "./kind-of.ts";
import type { Mailmap } from "./mailmap.ts";
import { shownName } from "./person-name.ts";
import { addWork, monthOf, type Tally, type Work } from "./tally.ts";

/** To be raised when the same history would come to other credits: each is then read from its beginning. */
export const HISTORY_KEY = "1";

/** Of how many months before the newest commit the work is kept by month. */
const KEPT_MONTHS = 36;

/** A human as they signed. */
export interface Signer {
  name: string;
  /** What identifies them, as pseudonyms. */
  keys: string[];
}

/** What the same humans, signing in the same way, made together: what is kept of a history, in plain JSON. */
export interface Credit extends Work {
  signers: Signer[];
}

interface Options {
  mailmap: Mailmap;
  /** Makes of a key what is kept of it. */
  pseudonym: (key: string) => string;
}

/**
 * Whom the commits of a tally are credited to. Bots and agents are left out, and whoever signed with a dependency bot: what
 * its commits quote are release notes. Commits that are nobody's then are not counted.
 */
export function creditsOf(tally: Tally, { mailmap, pseudonym }: Options): Credit[] {
  const credits: Credit[] = [];
  for (const { authors, ...work } of tally.signed) {
    const signatures = authors.map(mailmap);
    const kinds = signatures.map(kindOf);
    if (kinds[0] === "dependency_bot") continue;
    const signers = signatures
      .filter((_, at) => kinds[at] === "human")
      .map((signature) => ({ name: shownName(signature.name), keys: keysOf(signature).map(pseudonym) }));
    if (signers.length > 0) credits.push({ signers, ...work });
  }
  return addCredits([], credits);
}

/** The credits of a history of which some was read before and some now. */
export function addCredits(known: readonly Credit[], more: readonly Credit[]): Credit[] {
  const sums = new Map<string, Credit>();
  for (const credit of [...known, ...more]) {
    const key = JSON.stringify(credit.signers);
    const sum = sums.get(key);
    if (sum) addWork(sum, credit);
    else sums.set(key, { ...credit, months: { ...credit.months } });
  }
  return withoutOldMonths([...sums.values()]);
}

function withoutOldMonths(credits: Credit[]): Credit[] {
  const newest = credits.reduce((last, { lastAt }) => Math.max(last, lastAt), 0);
  const first = monthOf(newest) - KEPT_MONTHS;
  return credits.map((credit) => ({
    ...credit,
    months: Object.fromEntries(Object.entries(credit.months).filter(([month]) => Number(month) >= first)),
  }));
}
