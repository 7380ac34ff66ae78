import { auditScans } from "@knockon/core/testing/scan-audit";
import { runSchedules } from "@knockon/core/testing/simulator/run-schedule";
import type { SimulatedAdapters } from "@knockon/core/testing/simulator/simulation";
import type { Fault } from "@knockon/core/testing/simulator/faults";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSimulatedAdapters } from "../testing/cloud/simulated-adapters.ts";

/** Faults of the cloud, each with the log line that proves that it occurred. */
const FAULTS: readonly [string, Fault, RegExp][] = [
  ["a queue that rejects messages", "queueFailure", /ends: SimulatedFailure A simulated queueFailure/u],
  ["S3 unavailable", "blobFailure", /ends: SimulatedFailure A simulated blobFailure/u],
  ["DynamoDB unavailable", "counterFailure", / counterFailure$/u],
  ["a poison repository", "poison", /worker: .* crashes while reading /u],
  ["a worker killed before its commit", "crash", /worker: .* crashes before its commit/u],
  ["a worker killed after its commit", "crash", /worker: .* crashes after: a transaction/u],
];

const database = useTestDatabase();
const SCHEDULES = Number(process.env["KNOCKON_SCHEDULES"] ?? 100) / 50;
/** Schedules per fault in which the fault occurred. */
const PER_FAULT = Math.ceil(SCHEDULES / FAULTS.length);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const CONCURRENCY = 2;
const TIMEOUT_MS = 120_000 + PER_FAULT * 10_000;

let adapters: SimulatedAdapters;
let stop: () => Promise<void>;

beforeAll(async () => {
  await auditScans(database());
  ({ adapters, stop } = await startSimulatedAdapters());
});

afterAll(() => stop());

describe("scans over SQS, S3 and DynamoDB converge", () => {
  it.each(FAULTS)(
    `%s, in ${PER_FAULT} schedules of crashes, faults and changes`,
    async (_, certain, logLine) => {
      let occurred = 0;
      for (let firstSeed = SEED; occurred < PER_FAULT; firstSeed += CONCURRENCY) {
        const series = {
          firstSeed,
          schedules: CONCURRENCY,
          concurrency: CONCURRENCY,
          script: { adapters, certain },
        };
        const outcomes = await runSchedules(database(), series);
        occurred += outcomes.filter(({ log }) => log.some((line) => logLine.test(line))).length;
      }
      expect(occurred).toBeGreaterThanOrEqual(PER_FAULT);
    },
    TIMEOUT_MS,
  );
});
