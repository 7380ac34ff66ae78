import type { Database } from "@knockon/db/database";
import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import { createConnectedOrg } from "../../connected-org/create-connected-org.ts";
import { cancelAtOnce, trigger } from "./actions.ts";
import { checkPushes } from "./check-pushes.ts";
import { checkConvergence, isUpToDate } from "./check-convergence.ts";
import type { Fault } from "./weather.ts";
import { takeStep } from "./scheduler.ts";
import { openSimulation, type Script, type Simulation } from "./simulation.ts";
import { Violation } from "./violation.ts";

export interface Outcome {
  seed: number;
  /** Every step taken, the same whenever the seed is. */
  log: readonly string[];
  statuses: ScanStatus[];
  interruptions: number;
  struck: ReadonlyMap<Fault, number>;
}

const MIN_STORM = 30;
const STORM = 110;
/** More than three interruptions and every visibility take. */
const PATIENCE_MS = 8 * 60 * 60_000;

/**
 * Scans one small world through a storm of crashes, faults and changes, then in fine weather until everything has
 * ended. Throws Violation for whatever must never be.
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
  log("one more scan, of what is not up to date");
  for (const [index, orgId] of orgIds.entries())
    if (!isUpToDate(simulation, orgId)) trigger(simulation, index);
  await settle(simulation);
  await checkConvergence(simulation);
}

/** The world stops moving before the weather clears, so that some of the last scans are disturbed ones. */
async function storm(simulation: Simulation): Promise<void> {
  const { random, faults, log } = simulation;
  const steps = MIN_STORM + random() * STORM;
  const movesUntil = random() * steps;
  while (simulation.steps.taken < steps) {
    simulation.isWorldStill = simulation.steps.taken > movesUntil;
    await takeStep(simulation, true);
  }
  log("the weather clears");
  faults.clear();
}

/** Until no process, no message and no scan is left. */
async function settle(simulation: Simulation): Promise<void> {
  const { now, script, ledger, names, violate } = simulation;
  const patience = now() + PATIENCE_MS;
  while (await takeStep(simulation, false)) {
    if (ledger.inFlight.length > 0 && ++simulation.stepsInFlight === script.cancelAt)
      await cancelAtOnce(simulation);
    if (now() > patience)
      violate(`${ledger.inFlight.map((row) => names.scan(row.id)).join(", ")} does not end`);
  }
}
