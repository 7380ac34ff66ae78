import { cancel, deleteOrg, move, receive, sweep, trigger } from "./actions.ts";
import type { Simulation } from "./simulation.ts";

const MAX_PROCESSES = 4;
const STEP_MS = 500;
const MAX_JUMP_MS = 15 * 60_000;

interface Choice {
  weight: number;
  take(): unknown;
}

/** Takes one random possible step, or lets time pass. Returns false when nothing is left to do. */
export async function takeStep(simulation: Simulation, isStormy: boolean): Promise<boolean> {
  simulation.steps.taken += 1;
  simulation.advance(STEP_MS);
  if (simulation.faults.strikes("slowness")) passTime(simulation, simulation.random() * MAX_JUMP_MS);
  const work = workChoices(simulation);
  const chosen = choose(simulation, isStormy ? [...work, ...moveChoices(simulation)] : work);
  if (chosen) await chosen.take();
  const hasWork = work.some(({ weight }) => weight > 0);
  return hasWork || waitForNext(simulation);
}

function workChoices(simulation: Simulation): Choice[] {
  const { processes, queue, ledger } = simulation;
  const isSweepDue = ledger.isWatched && simulation.nextSweepAt <= simulation.now();
  const hasRoom = processes.length < MAX_PROCESSES;
  return [
    { weight: processes.length > 0 ? 6 : 0, take: () => stepOne(simulation) },
    { weight: queue.hasVisible() && hasRoom ? 3 : 0, take: () => receive(simulation) },
    { weight: isSweepDue && hasRoom ? 2 : 0, take: () => sweepNow(simulation) },
  ];
}

/** Changes of the world and actions of the user. */
function moveChoices(simulation: Simulation): Choice[] {
  const { world, ledger, random } = simulation;
  const orgIndex = Math.floor(random() * world.orgs.length);
  return [
    { weight: simulation.isWorldStill ? 0 : 0.3, take: () => move(simulation) },
    { weight: ledger.inFlight.length === 0 ? 0.6 : 0.02, take: () => trigger(simulation, orgIndex) },
    { weight: 0.02, take: () => cancel(simulation) },
    { weight: 0.01, take: () => deleteOrg(simulation, orgIndex) },
  ];
}

function choose({ random }: Simulation, choices: readonly Choice[]): Choice | undefined {
  let rest = random() * choices.reduce((sum, { weight }) => sum + weight, 0);
  return choices.find(({ weight }) => weight > 0 && (rest -= weight) < 0);
}

async function stepOne({ processes, random, log }: Simulation): Promise<void> {
  const index = Math.floor(random() * processes.length);
  const process = processes[index];
  if (!process) return;
  log(`${process.name}: ${process.next}`);
  await process.step();
  if (process.next === undefined) processes.splice(index, 1);
}

function sweepNow(simulation: Simulation): void {
  simulation.nextSweepAt = simulation.now() + simulation.sweepEvery;
  sweep(simulation);
}

/** Advances the clock to the next message or sweep. */
function waitForNext(simulation: Simulation): boolean {
  const { queue, ledger, now } = simulation;
  const sweepAt = ledger.isWatched ? simulation.nextSweepAt : Infinity;
  const next = Math.min(queue.nextVisibleAt() ?? Infinity, sweepAt);
  if (next === Infinity) return false;
  if (next > now()) passTime(simulation, next - now());
  return true;
}

function passTime(simulation: Simulation, milliseconds: number): void {
  simulation.advance(Math.ceil(milliseconds));
  simulation.log(`${(milliseconds / 60_000).toFixed(1)} minutes pass`);
}
