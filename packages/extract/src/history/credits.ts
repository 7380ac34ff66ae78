import { keysOf } from "./identity.ts";
import { kindOf } from "./kind-of.ts";
import type { Mailmap } from "./mailmap.ts";
import { displayName } from "./person-name.ts";
import { addWork, monthOf, type Tally, type Work } from "./tally.ts";

/** Increment when the same history results in different credits. Every history is then read again from its beginning. */
export const HISTORY_KEY = "6";

/** Months before the newest commit for which work is stored by month. */
const KEPT_MONTHS = 36;

/** A human author or co-author. */
export interface Signer {
  name: string;
  /** Pseudonyms of the keys that identify the person. */
  keys: string[];
}

/** The work of one set of co-signers. A history is stored as a list of credits, in plain JSON. */
export interface Credit extends Work {
  signers: Signer[];
}

interface Options {
  mailmap: Mailmap;
  /** Converts a key to the pseudonym that is stored. */
  pseudonym: (key: string) => string;
}

/**
 * Returns the credits for the commits of a tally. Omits bots and AI agents, and commits by dependency bots, whose co-authors
 * come from quoted release notes. Commits without a remaining signer are not counted.
 */
export function creditsOf(tally: Pick<Tally, "signed">, { mailmap, pseudonym }: Options): Credit[] {
  const credits: Credit[] = [];
  for (const { authors, ...work } of tally.signed) {
    const signatures = authors.map(mailmap);
    const kinds = signatures.map(kindOf);
    if (kinds[0] === "dependency_bot") continue;
    const signers = signatures
      .filter((_, at) => kinds[at] === "human")
      .map((signature) => ({ name: displayName(signature.name), keys: keysOf(signature).map(pseudonym) }));
    if (signers.length > 0) credits.push({ signers, ...work });
  }
  return addCredits([], credits);
}

/** Merges the stored credits of a history with those of its new commits. */
export function addCredits(known: readonly Credit[], more: readonly Credit[]): Credit[] {
  const sums = new Map<string, Credit>();
  for (const credit of [...known, ...more]) {
    const key = JSON.stringify(credit.signers);
    const sum = sums.get(key);
    if (sum) addWork(sum, credit);
    else sums.set(key, structuredClone(credit));
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
