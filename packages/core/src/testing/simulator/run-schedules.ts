import type { Database } from "@knockon/db/database";
import { runSchedule, type Outcome } from "./run-schedule.ts";
import type { Script } from "./simulation.ts";

export interface Series {
  firstSeed: number;
  schedules: number;
  /** Schedules under way at once, each on a connection of its own; what one does is no matter to the others. */
  atOnce?: number;
  script?: Script;
  onOutcome?: (outcome: Outcome) => void;
}

/** Runs schedules of consecutive seeds. Rejects with the first Violation, after those under way have ended. */
export async function runSchedules(database: Database, series: Series): Promise<Outcome[]> {
  const { firstSeed, schedules, atOnce = 4, script, onOutcome } = series;
  const outcomes: Outcome[] = [];
  const failures: unknown[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < schedules && failures.length === 0) {
      const seed = firstSeed + begun;
      begun += 1;
      try {
        const outcome = await runSchedule(database, seed, script);
        outcomes.push(outcome);
        onOutcome?.(outcome);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
  return outcomes;
}
