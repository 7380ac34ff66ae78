interface StagePolicy {
  removal: "remove" | "retain";
  /** Makes `sst remove` fail. */
  protect: boolean;
  logRetention: "3 months" | "1 week";
  /** Whether Stripe runs in live mode. Other stages use test mode and a test key. */
  chargesMoney: boolean;
  /** Repositories extracted concurrently. Each uses a database connection. */
  scanWorkers: number;
  /** Dollars a month at which AWS warns; null for no budget. */
  budget: number | null;
  /** Whether CloudWatch alarms exist. */
  alarms: boolean;
}

/**
 * Concurrent executions of the account and region. New accounts have 10, which all functions share: half of them are left to the API.
 * SQS requires at least 2.
 */
const concurrency = (workers: number): number =>
  Math.min(workers, Math.max(2, Math.floor(Number(process.env["LAMBDA_CONCURRENCY"] || 1000) / 2)));

/** Production keeps its data and cannot be removed by mistake. Other stages are removed completely and have no alarms. */
export const stagePolicy = (stage: string): StagePolicy =>
  stage === "production"
    ? {
        removal: "retain",
        protect: true,
        logRetention: "3 months",
        chargesMoney: true,
        scanWorkers: concurrency(50),
        budget: Number(process.env["MONTHLY_BUDGET"] || 100),
        alarms: true,
      }
    : {
        removal: "remove",
        protect: false,
        logRetention: "1 week",
        chargesMoney: false,
        scanWorkers: 2,
        budget: null,
        alarms: false,
      };
