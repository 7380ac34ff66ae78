import type { Credit } from "./credits.ts";
import { findPeople } from "./people.ts";
import { monthOf } from "./tally.ts";

const RECENT_MONTHS = 36;
const SILENT_SECONDS = 365 * 24 * 60 * 60;

/**
 * Of the work of the last three years, the share of people who have made no commit here for twelve months: what nobody who is
 * around did. Null where there was no work.
 */
export function departedShare(credits: readonly Credit[], now: Date): number | null {
  const seconds = now.getTime() / 1000;
  const first = monthOf(seconds) - RECENT_MONTHS;
  let all = 0;
  let departed = 0;
  for (const { months, lastAt } of findPeople(credits)) {
    const recent = Object.entries(months).filter(([month]) => Number(month) >= first);
    const work = recent.reduce((sum, [, commits]) => sum + commits, 0);
    all += work;
    if (lastAt < seconds - SILENT_SECONDS) departed += work;
  }
  return all === 0 ? null : Math.round((departed / all) * 1e9) / 1e9;
}
