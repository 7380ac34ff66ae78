import { randomUUID } from "node:crypto";
import { s3BlobStore } from "@knockon/adapters/blob-store/s3";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { startSqsPeer, type SentMessage } from "@knockon/adapters/testing/sqs-peer";
import { auditScans } from "@knockon/core/testing/scan-audit";
import { runSchedules } from "@knockon/core/testing/simulator/run-schedules";
import type { SimulatedAdapters } from "@knockon/core/testing/simulator/simulation";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { startFauxqs } from "fauxqs";
import { expect, it, onTestFinished } from "vitest";

const database = useTestDatabase();
const SCHEDULES = Math.ceil(Number(process.env["KNOCKON_SCHEDULES"] ?? 500) / 50);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const TIMEOUT_MS = 120_000 + SCHEDULES * 2000;

/** SQS, whose every queue ends at whoever opened it, and S3. */
async function startAdapters(): Promise<{ adapters: SimulatedAdapters; sent: () => number }> {
  const takers = new Map<string, (sent: SentMessage) => boolean>();
  let sent = 0;
  const sqs = await startSqsPeer({
    takes(name, message) {
      sent += 1;
      return takers.get(name)?.(message) ?? false;
    },
  });
  onTestFinished(sqs.stop);
  const s3 = await startFauxqs({ port: 0, logger: false });
  onTestFinished(() => s3.stop());
  s3.createBucket("blobs");
  const { config } = sqs;
  return {
    adapters: {
      blobStore: s3BlobStore("blobs", { ...config, endpoint: s3.address, forcePathStyle: true }),
      openQueue(take) {
        const name = randomUUID();
        takers.set(name, ({ message, delaySeconds }) => take(message, delaySeconds));
        return sqsQueue(sqs.queueUrl(name), config);
      },
    },
    sent: () => sent,
  };
}

it(
  `${SCHEDULES} schedules of crashes, faults and changes over SQS and S3 violate nothing`,
  async () => {
    await auditScans(database());
    const { adapters, sent } = await startAdapters();
    const series = { firstSeed: SEED, schedules: SCHEDULES, script: { adapters } };
    const outcomes = await runSchedules(database(), series);
    expect(outcomes).toHaveLength(SCHEDULES);
    expect(sent()).toBeGreaterThan(SCHEDULES);
  },
  TIMEOUT_MS,
);
