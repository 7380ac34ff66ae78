import type { Clock } from "../vocabulary/clock.ts";

/** The breaks that fail a check: those on the next run, also those at the next update, all, or none. */
export const FAIL_ON = ["merge", "update", "bump", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

const FAILING: Record<FailOn, readonly Clock[]> = {
  merge: ["next_run"],
  update: ["next_run", "next_update"],
  bump: ["next_run", "next_update", "bump", "unknown"],
  never: [],
};

/** Whether a break with this clock fails the check. */
export const isFailing = (clock: Clock, failOn: FailOn): boolean => FAILING[failOn].includes(clock);
