import { setTimeout } from "node:timers/promises";
import type { Server } from "./server.ts";
import { withWorker, type Obey } from "./worker-process.ts";
import type { WorkerOptions } from "./worker-protocol.ts";

/** What the commands of a phase cost, in a worker and on connections of its own. */
export interface Cost {
  wallSeconds: number;
  cpuSeconds: number;
  /** Of Postgres; null where the system does not tell. */
  postgresSeconds: number | null;
  peakBytes: number;
}

/** How long the server may take to notice that its clients are gone. */
const REAPED_MS = 300;

export async function measurePhase<T>(
  server: Server,
  options: WorkerOptions,
  phase: (obey: Obey) => Promise<T>,
): Promise<{ cost: Cost; result: T }> {
  const before = await server.cpuSeconds();
  const cost = { wallSeconds: 0, cpuSeconds: 0, peakBytes: 0 };
  const result = await withWorker(options, (obey) =>
    phase(async (command) => {
      const work = await obey(command);
      cost.wallSeconds += work.milliseconds / 1000;
      cost.cpuSeconds += work.cpuSeconds;
      cost.peakBytes = work.peakBytes;
      return work;
    }),
  );
  await setTimeout(REAPED_MS);
  const after = await server.cpuSeconds();
  const postgresSeconds = before === null || after === null ? null : after - before;
  return { result, cost: { ...cost, postgresSeconds } };
}
