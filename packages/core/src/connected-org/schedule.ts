import { Cron } from "croner";
import { InvalidInputError } from "../errors.ts";

/** More than one scan can use: a push is seen within a minute. */
const LEAST_MINUTES = 15;
/** Enough to see every hour of three days, which need not be neighbors. */
const EXAMINED = 300;

/** A schedule, or none, as an org has it: with the time that it is due next. */
export const scheduled = (schedule: string | null, now: Date) => ({
  schedule,
  nextScheduledAt: schedule === null ? null : open(schedule).nextRun(now),
});

/** Throws InvalidInputError for a schedule that cannot be read, is never due, or is due too often. */
export function refuseFaultySchedule(schedule: string, now: Date): void {
  const runs = runsOf(schedule, now);
  if (runs.length === 0) throw refuse("The schedule is never due.");
  const isTooOften = runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < LEAST_MINUTES * 60_000;
  });
  if (isTooOften) {
    throw refuse(`The schedule is due more often than every ${LEAST_MINUTES} minutes.`);
  }
}

function runsOf(schedule: string, after: Date): Date[] {
  try {
    return open(schedule).nextRuns(EXAMINED, after);
  } catch (error) {
    throw refuse(`The schedule cannot be read: ${(error as Error).message}`);
  }
}

const open = (schedule: string): Cron => new Cron(schedule, { mode: "5-part", timezone: "UTC" });

const refuse = (detail: string): InvalidInputError => new InvalidInputError(["body", "schedule"], detail);
