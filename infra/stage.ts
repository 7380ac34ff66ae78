interface StagePolicy {
  removal: "remove" | "retain";
  /** Makes `sst remove` fail. */
  protect: boolean;
  logRetention: "3 months" | "1 week";
  /** Whether Stripe runs in live mode. Other stages use test mode and a test key. */
  chargesMoney: boolean;
  /** Repositories extracted concurrently. Each uses a database connection. */
  scanWorkers: number;
  /** Whether CloudWatch alarms exist. */
  alarms: boolean;
}

/** Production keeps its data and cannot be removed by mistake. Other stages are removed completely and have no alarms. */
export const stagePolicy = (stage: string): StagePolicy =>
  stage === "production"
    ? {
        removal: "retain",
        protect: true,
        logRetention: "3 months",
        chargesMoney: true,
        scanWorkers: 50,
        alarms: true,
      }
    : {
        removal: "remove",
        protect: false,
        logRetention: "1 week",
        chargesMoney: false,
        scanWorkers: 2,
        alarms: false,
      };
