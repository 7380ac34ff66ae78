import { deleteConnectedOrg } from "../../connected-org/delete-connected-org.ts";
import type { Context } from "../../context.ts";
import { DomainError } from "../../errors.ts";
import { cancelScan } from "../../scan/cancel-scan.ts";
import { requestRescan, startRescan } from "../../scan/rescan.ts";
import { handleDeadLetter } from "../../scan/handle-dead-letter.ts";
import { handleMessage } from "../../scan/handle-message.ts";
import { sweepScan } from "../../scan/sweep-scans.ts";
import { triggerScan } from "../../scan/start-scan.ts";
import { SimulatedFailure } from "./faults.ts";
import { type About, Crash, type Gate, type Process, processContext, startProcess } from "./process.ts";
import type { Simulation } from "./simulation.ts";
import type { Envelope } from "./simulated-queue.ts";

/** Webhooks can be lost too. */
const WEBHOOK_PROBABILITY = 0.6;

type Work = (ctx: Context, gate: Gate) => Promise<unknown>;

/** Starts a process. It may crash, fail with its dependencies or throw a domain error. Any other error is a violation. */
function start(simulation: Simulation, about: About, work: Work): Process {
  simulation.log(`${about.name} begins`);
  const process = startProcess(about, async (gate) => {
    try {
      await work(processContext(simulation, about, gate), gate);
    } catch (error) {
      const isExpected =
        error instanceof Crash || error instanceof SimulatedFailure || error instanceof DomainError;
      if (!isExpected) throw error;
      simulation.log(`${about.name} ends: ${error.constructor.name} ${error.message}`);
    } finally {
      simulation.ledger.ends(about);
    }
  });
  simulation.processes.push(process);
  return process;
}

/** Starts a worker for a random visible message. The worker acknowledges the message at the end. */
export function receive(simulation: Simulation): void {
  const { queue, faults, ledger, log } = simulation;
  const envelope = queue.receive();
  if (!envelope) return;
  if (faults.strikes("drop")) return log(`${envelope.name} is received and dropped`);
  const { message } = envelope;
  if (envelope.isDead && "scanId" in message) ledger.mark(message.scanId, "wasGivenUp");
  const role = envelope.isDead ? "dead letter" : "worker";
  const about = { name: `${role}: ${envelope.name}`, handles: message.kind };
  start(simulation, "scanId" in message ? { ...about, scanId: message.scanId } : about, (ctx, gate) =>
    handle(simulation, envelope, { ...ctx, requestId: envelope.id }, gate),
  );
}

async function handle({ queue }: Simulation, envelope: Envelope, ctx: Context, gate: Gate): Promise<void> {
  try {
    await (envelope.isDead ? handleDeadLetter : handleMessage)(ctx, envelope.message);
  } catch (error) {
    if (!(error instanceof Crash)) queue.fail(envelope);
    throw error;
  }
  await gate("the acknowledgement");
  queue.delete(envelope);
}

export function sweep(simulation: Simulation): void {
  for (const { id } of simulation.ledger.inFlight) {
    const about = { name: `sweep of ${simulation.names.scan(id)}`, scanId: id };
    start(simulation, about, (ctx) => sweepScan(ctx, id));
  }
  for (const [index, connectedOrgId] of simulation.orgIds.entries()) {
    if (!simulation.ledger.waitingOrgIds.has(connectedOrgId)) continue;
    const about = { name: `sweep of ${simulation.world.orgs[index]?.name}` };
    start(simulation, about, (ctx) => startRescan(ctx, { connectedOrgId }));
  }
}

/** Changes the world; the host may send a webhook for a push. */
export function move(simulation: Simulation): void {
  const { world, random, log, orgIds, steps } = simulation;
  const pushedAt = steps.taken;
  const { what, org, pushed } = world.move();
  log(what);
  const connectedOrgId = orgIds[world.orgs.findIndex((one) => one === org)];
  if (pushed === undefined || connectedOrgId === undefined || random() > WEBHOOK_PROBABILITY) return;
  start(simulation, { name: `webhook: ${what}` }, async (ctx) => {
    await requestRescan(ctx, { connectedOrgId, platformIds: [pushed] });
    simulation.acceptedPushes.set(pushed, pushedAt);
  });
}

export function trigger(simulation: Simulation, index: number): void {
  const connectedOrgId = simulation.orgIds[index];
  if (connectedOrgId === undefined) return;
  const scanType = simulation.random() < 0.2 ? "full" : "incremental";
  start(simulation, { name: `${scanType} trigger of ${simulation.world.orgs[index]?.name}` }, (ctx) =>
    admitted(simulation, () => triggerScan(ctx, { connectedOrgId, scanType })),
  );
}

/** With adapters, the rate limit counts a mutation first. */
function admitted({ script, faults, log }: Simulation, work: () => Promise<unknown>): Promise<unknown> {
  if (!script.adapters) return work();
  const isLost = faults.strikes("counterFailure");
  if (isLost) log("counterFailure");
  return script.adapters.admit(isLost, work);
}

export function cancel(simulation: Simulation): Process | undefined {
  const { ledger, names, random } = simulation;
  const chosen = ledger.inFlight[Math.floor(random() * ledger.inFlight.length)];
  if (!chosen) return undefined;
  return start(simulation, { name: `cancel of ${names.scan(chosen.id)}` }, (ctx) =>
    cancelScan(ctx, { scanId: chosen.id }),
  );
}

/** Runs a cancel to its end before anything else happens. */
export async function cancelAtOnce(simulation: Simulation): Promise<void> {
  const process = cancel(simulation);
  while (process?.next !== undefined) await process.step();
  simulation.processes.pop();
}

export function deleteOrg(simulation: Simulation, index: number): void {
  const connectedOrgId = simulation.orgIds[index];
  if (connectedOrgId === undefined) return;
  start(simulation, { name: `deletion of ${simulation.world.orgs[index]?.name}` }, (ctx) =>
    deleteConnectedOrg(ctx, { connectedOrgId }),
  );
}
