interface StagePolicy {
  removal: "remove" | "retain";
  /** `sst remove` refuses. */
  protect: boolean;
  logRetention: "3 months" | "1 week";
  /** Only real money is charged, by a live key; everywhere else, by a test key, none. */
  chargesMoney: boolean;
  /** How many repositories are extracted at once; each holds a database connection. */
  scanWorkers: number;
  /** Whether somebody is told when something goes wrong. */
  alarms: boolean;
}

/** Production keeps its data and cannot be removed by mistake; every other stage leaves nothing behind and wakes nobody. */
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
