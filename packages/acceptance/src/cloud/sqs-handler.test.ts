import { handleMessage } from "@knockon/core/scan/handle-message";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { getScan } from "@knockon/core/scan/read-scans";
import { scriptOrg } from "@knockon/core/testing/scripted-org";
import { openTestWorkspace } from "@knockon/core/testing/test-workspace";
import type { Ports } from "@knockon/core/context";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sqsEvent } from "@knockon/functions/testing/events";
import { startNeonDatabase } from "../testing/neon-database.ts";
import { RESERVE_MS, sqsHandler } from "@knockon/functions/lambda/sqs-handler";

const FIVE_MINUTES = 300_000;
const cleanups: (() => Promise<void>)[] = [];
let database: Database;

beforeAll(async () => {
  const neon = await startNeonDatabase();
  Object.assign(process.env, neon.environment);
  const connection = connectNodePostgres(neon.url);
  ({ database } = connection);
  cleanups.push(neon.close, connection.close);
});

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

/** Plans a scan and returns the messages of its two repositories as one batch. */
async function planScan() {
  const { ctx, queue, connect, deliver } = await openTestWorkspace(database);
  const connectedOrgId = await connect(
    scriptOrg({ "acme/a": { Dockerfile: "FROM a\n" }, "acme/b": { Dockerfile: "FROM b\n" } }),
  );
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "full" });
  const plan = queue.take();
  if (plan) await handleMessage(ctx, plan);
  const batch = sqsEvent([queue.take(), queue.take()]);
  return { ctx, batch, deliver, readScan: () => getScan(ctx, { scanId }) };
}

const workerOf = (ports: Ports, remainingMs: number) => {
  const handler = sqsHandler(handleMessage, [() => ports]);
  const deadline = Date.now() + remainingMs;
  return (event: ReturnType<typeof sqsEvent>) =>
    handler(event, { getRemainingTimeInMillis: () => deadline - Date.now() });
};

const readAttempts = () =>
  database.select({ attempt: scanRepository.attempt }).from(scanRepository).orderBy(scanRepository.attempt);

it("a worker aborts a message that would outlast its function, starts no other, and returns both to SQS", async () => {
  const { ctx, batch, deliver, readScan } = await planScan();
  const extractor = { ...ctx.ports.extractor, extract: () => new Promise<never>(() => {}) };
  const stuck = workerOf({ ...ctx.ports, extractor }, RESERVE_MS + 500);
  const start = Date.now();
  expect(await stuck(batch)).toEqual({
    batchItemFailures: batch.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  });
  expect(Date.now() - start).toBeLessThan(RESERVE_MS);
  expect(await readAttempts()).toEqual([{ attempt: 0 }, { attempt: 1 }]);

  expect(await workerOf(ctx.ports, FIVE_MINUTES)(batch)).toEqual({ batchItemFailures: [] });
  await deliver();
  expect(await readScan()).toMatchObject({ status: "completed", scannedRepos: 2, interruptionCount: 0 });
});
