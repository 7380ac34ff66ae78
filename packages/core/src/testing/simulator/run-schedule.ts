import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import type { Database } from "@knockon/db/database";
import { createConnectedOrg } from "../../connected-org/create-connected-org.ts";
import { cancelAtOnce, trigger } from "./actions.ts";
import { checkConvergence, isUpToDate } from "./check-convergence.ts";
import { checkPushes } from "./check-scans.ts";
import type { Fault } from "./faults.ts";
import { takeStep } from "./scheduler.ts";
import { openSimulation, type Script, type Simulation, Violation } from "./simulation.ts";

export interface Outcome {
  seed: number;
  /** Every step, reproducible by seed. */
  log: readonly string[];
  statuses: ScanStatus[];
  interruptions: number;
  struck: ReadonlyMap<Fault, number>;
}

const MIN_STORM = 30;
const RANDOM_STORM = 110;
/** Longer than three interruptions and all visibility timeouts take. */
const TIMEOUT_MS = 8 * 60 * 60_000;

/**
 * Scans one small world during a storm of crashes, faults and changes, then without faults until everything has ended. Throws Violation
 * if an invariant is violated.
 */
export async function runSchedule(database: Database, seed: number, script: Script = {}): Promise<Outcome> {
  const log: string[] = [];
  const simulation = await openSimulation(database, seed, script, log);
  try {
    await runThrough(simulation);
  } catch (error) {
    if (error instanceof Violation) throw error;
    simulation.violate(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const rows = simulation.ledger.scans.map((known) => known.row);
  return {
    seed,
    log,
    statuses: rows.map((row) => row.status),
    interruptions: rows.reduce((sum, row) => sum + row.interruptionCount, 0),
    struck: simulation.faults.struck,
  };
}

async function runThrough(simulation: Simulation): Promise<void> {
  const { ctx, world, names, script, faults, log, orgIds } = simulation;
  for (const { name } of world.orgs) {
    const org = await createConnectedOrg(ctx, {
      name,
      platform: "github",
      url: `https://github.com/${name}`,
    });
    orgIds.push(org.id);
    names.nameOrg(org.id, name);
  }
  for (const index of orgIds.keys()) trigger(simulation, index);
  if (!script.isQuiet) await storm(simulation);
  await settle(simulation);
  await checkPushes(simulation);
  faults.clear();
  log("one more scan of the orgs that are not up to date");
  for (const [index, orgId] of orgIds.entries())
    if (!isUpToDate(simulation, orgId)) trigger(simulation, index);
  await settle(simulation);
  await checkConvergence(simulation);
}

/** Stops changing the world before the faults are cleared, so that some of the last scans are disturbed. */
async function storm(simulation: Simulation): Promise<void> {
  const { random, faults, log } = simulation;
  const steps = MIN_STORM + random() * RANDOM_STORM;
  const movesUntil = random() * steps;
  while (simulation.steps.taken < steps) {
    simulation.isWorldStill = simulation.steps.taken > movesUntil;
    await takeStep(simulation, true);
  }
  log("the faults are cleared");
  faults.clear();
}

/** Runs until no process, message or scan is left. */
async function settle(simulation: Simulation): Promise<void> {
  const { now, script, ledger, names, violate } = simulation;
  const deadline = now() + TIMEOUT_MS;
  while (await takeStep(simulation, false)) {
    if (ledger.inFlight.length > 0 && ++simulation.stepsInFlight === script.cancelAt)
      await cancelAtOnce(simulation);
    if (now() > deadline)
      violate(`${ledger.inFlight.map((row) => names.scan(row.id)).join(", ")} does not end`);
  }
}

export interface Series {
  firstSeed: number;
  schedules: number;
  /** Number of schedules to run concurrently, each with its own connection and workspace. */
  concurrency?: number;
  script?: Script;
  onOutcome?: (outcome: Outcome) => void;
}

/** Runs schedules with consecutive seeds. Rejects with the first Violation after the running schedules have ended. */
export async function runSchedules(database: Database, series: Series): Promise<Outcome[]> {
  const { firstSeed, schedules, concurrency = 4, script, onOutcome } = series;
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
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failures.length > 0) throw failures[0];
  return outcomes;
}
