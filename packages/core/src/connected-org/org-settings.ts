import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { findPatternFault } from "@knockon/extract/references/pattern-fault";
import { Cron } from "croner";
import { InvalidInputError } from "../errors.ts";
import type { OrgRow } from "./org-row.ts";

/** The shortest interval between scheduled scans. Webhooks already start scans within a minute of a push. */
const MIN_INTERVAL_MINUTES = 15;
/** The number of runs to check: every 15 minutes for three days, which need not be consecutive. */
const CHECKED_RUNS = 300;

/** Returns the columns of a schedule and its next run. */
export const scheduleColumns = (schedule: string | null, now: Date) => ({
  schedule,
  nextScheduledAt: schedule === null ? null : parseCron(schedule).nextRun(now),
});

/** Throws InvalidInputError for a schedule that cannot be parsed, never runs or runs too often. */
export function validateSchedule(schedule: string, now: Date): void {
  const runs = runsOf(schedule, now);
  if (runs.length === 0) throw scheduleError("The schedule never runs.");
  const isTooOften = runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < MIN_INTERVAL_MINUTES * 60_000;
  });
  if (isTooOften) {
    throw scheduleError(`The schedule runs more often than every ${MIN_INTERVAL_MINUTES} minutes.`);
  }
}

function runsOf(schedule: string, after: Date): Date[] {
  try {
    return parseCron(schedule).nextRuns(CHECKED_RUNS, after);
  } catch (error) {
    throw scheduleError(`The schedule cannot be parsed: ${(error as Error).message}`);
  }
}

const parseCron = (schedule: string): Cron => new Cron(schedule, { mode: "5-part", timezone: "UTC" });

const scheduleError = (detail: string): InvalidInputError =>
  new InvalidInputError(["body", "schedule"], detail);

/** Throws InvalidInputError for the first expression that does not compile or captures no name. */
export function validatePatterns(patterns: readonly HeuristicPattern[]): void {
  for (const [index, pattern] of patterns.entries()) {
    const fault = findPatternFault(pattern);
    if (fault) throw new InvalidInputError(["body", "heuristic_patterns", index, fault.field], fault.message);
  }
}

/** Returns what an org is connected to, for audit events. */
export const identityOf = ({ name, platform, url }: OrgRow) => ({ name, platform, url });

/** Returns an org's settings without its credential, for audit events. */
export const settingsOf = ({ name, heuristicPatterns, hostAliases, schedule }: OrgRow) => ({
  name,
  heuristicPatterns,
  hostAliases,
  schedule,
});
