import type { Credit } from "./credits.ts";
import { findPeople, type PersonCorrections } from "./people.ts";
import { monthOf } from "./tally.ts";

const RECENT_MONTHS = 36;
const INACTIVE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Returns the share of the last three years' work by people without a commit in the repository for twelve months. Returns
 * null if there was no work.
 */
export function departedShare(
  credits: readonly Credit[],
  now: Date,
  corrections?: PersonCorrections,
): number | null {
  const seconds = now.getTime() / 1000;
  const first = monthOf(seconds) - RECENT_MONTHS;
  let all = 0;
  let departed = 0;
  for (const { months, lastAt } of findPeople(credits, corrections)) {
    const recent = Object.entries(months).filter(([month]) => Number(month) >= first);
    const work = recent.reduce((sum, [, commits]) => sum + commits, 0);
    all += work;
    if (lastAt < seconds - INACTIVE_SECONDS) departed += work;
  }
  return all === 0 ? null : Math.round((departed / all) * 1e9) / 1e9;
}
