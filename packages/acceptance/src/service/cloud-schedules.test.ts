import { auditScans } from "@knockon/core/testing/scan-audit";
import { runSchedules } from "@knockon/core/testing/simulator/run-schedule";
import type { SimulatedAdapters } from "@knockon/core/testing/simulator/simulation";
import type { Fault } from "@knockon/core/testing/simulator/faults";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulatedAdapters } from "../testing/cloud/simulated-adapters.ts";

/** What befalls the cloud, and the line of a schedule's log that tells that it did. */
const TROUBLES: readonly [string, Fault, RegExp][] = [
  ["a queue that refuses", "queueFailure", /ends: SimulatedFailure A simulated queueFailure/u],
  ["S3 away", "blobFailure", /ends: SimulatedFailure A simulated blobFailure/u],
  ["DynamoDB away", "counterFailure", / counterFailure$/u],
  ["a poison repository", "poison", /worker: .* crashes while reading /u],
  ["a worker killed before its commit", "crash", /worker: .* crashes before its commit/u],
  ["a worker killed after its commit", "crash", /worker: .* crashes after: a transaction/u],
];

const database = useTestDatabase();
const SCHEDULES = Number(process.env["KNOCKON_SCHEDULES"] ?? 100) / 50;
/** Of each trouble, schedules in which it came. */
const EACH = Math.ceil(SCHEDULES / TROUBLES.length);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const AT_ONCE = 2;
const TIMEOUT_MS = 120_000 + EACH * 10_000;

let adapters: SimulatedAdapters;
let stop: () => Promise<void>;

beforeAll(async () => {
  await auditScans(database());
  ({ adapters, stop } = await startSimulatedAdapters());
});

afterAll(() => stop());

describe("scans over SQS, S3 and DynamoDB converge", () => {
  it.each(TROUBLES)(
    `%s, in ${EACH} schedules of crashes, faults and changes`,
    async (_, certain, sign) => {
      let met = 0;
      for (let firstSeed = SEED; met < EACH; firstSeed += AT_ONCE) {
        const series = { firstSeed, schedules: AT_ONCE, concurrency: AT_ONCE, script: { adapters, certain } };
        const outcomes = await runSchedules(database(), series);
        met += outcomes.filter(({ log }) => log.some((line) => sign.test(line))).length;
      }
      expect(met).toBeGreaterThanOrEqual(EACH);
    },
    TIMEOUT_MS,
  );
});
