/** Handles the messages of a queue in a process that can be killed. Reports the duration of each. */
import { setTimeout as sleep } from "node:timers/promises";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createContext } from "../scale/open-worker.ts";
import { memoryHost } from "../scale/memory-host.ts";
import type { WorkerOptions } from "../scale/worker-process.ts";
import { templateExtractor } from "./template-extractor.ts";

const { url, blobFolder, organization } = JSON.parse(process.argv[2] ?? "") as WorkerOptions;
const { database } = connectNodePostgres(url, 4);
const queue = postgresQueue(database);
const ctx = await createContext({
  database,
  queue,
  blobFolder,
  host: memoryHost(organization),
  extractor: templateExtractor(organization),
  now: () => new Date(),
});

for (;;) {
  const received = await queue.receive();
  if (!received) {
    await sleep(100);
    continue;
  }
  const startedAt = performance.now();
  await handleMessage(ctx, received.message);
  await received.delete();
  process.send?.({ kind: received.message.kind, milliseconds: performance.now() - startedAt });
}
