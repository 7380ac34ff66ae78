/** Measured by the benchmarks on two cores, per item: see bench/README.md. */
export const MEASURED = {
  /** `enqueue`: calls per repository, in batches of ten plus one call per page of a hundred. */
  sqsCallsOfPlanned: 0.11,
  planSecondsOfRepository: 0.0006,
  /** `scale`, larger size: CPU time per repository, for reading it and for the first publish. */
  readSeconds: 0.053,
  firstPublishSecondsOfRepository: 0.044,
  /** `scale`: publish after a push on an idle system, with 200 and 2,000 repositories. */
  pushPublishSeconds: { repositories: [200, 2000], seconds: [0.073, 0.131] },
  /** `cold`: from a function's import to its first response. Lambda adds the start of Node, and bills both since 2025-08. */
  initSeconds: 0.08,
  /** `scale`: 200 declarations per repository. */
  databaseBytesOfRepository: 150_000,
  graphBytesOfRepository: 740,
} as const;

/** Assumptions that no benchmark can measure: usage, and latencies of other services. */
export const ASSUMED = {
  daysOfMonth: 30,
  /** One push per repository every other day. */
  pushesOfRepositoryADay: 0.5,
  requestsOfRepositoryADay: 10,
  mutationsOfRepositoryADay: 0.5,
  responseBytes: 10_000,
  /** With a few milliseconds to Neon. */
  requestSeconds: 0.06,
  /** Response times of the git host: tree and archive of a repository, one page of a listing. */
  hostSecondsOfRepository: 2,
  hostSecondsOfPage: 2,
  sweepSeconds: 0.2,
  garbageSeconds: 60,
  /** Per invocation: log lines of the function, Lambda and the gateway. */
  logBytes: 1500,
  graphReadsOfRequest: 0.1,
  /** Start of Node and download of the bundle, in addition to `initSeconds`. */
  runtimeInitSeconds: 0.25,
  /** Share of requests that start a container: many functions, each with little traffic. The sweeper's container stays warm. */
  coldStarts: 0.05,
  /** Statements of a request, and rows of its answer. */
  bytesToDatabaseOfRequest: 5_000,
  bytesFromDatabaseOfRequest: 20_000,
  /** Statements that store a read repository; 200 declarations. */
  bytesToDatabaseOfReading: 250_000,
  bytesFromDatabaseOfPublish: 250_000,
  /** Log of changes that a push and its publish write. */
  changeBytesOfPush: 400_000,
  /** Days of history that Neon keeps. */
  historyDays: 7,
  logDays: 90,
  /** Hours a day in which scans make Neon's compute grow, and by how many units per 1,000 repositories. */
  busyHoursOfDay: 2,
  busyUnitsOfThousand: 0.5,
  /** Lambda polls an empty queue with five long polls of 20 seconds. */
  idlePollsOfQueueAMinute: 15,
} as const;

/** Values from `infra/`. */
export const DEPLOYED = {
  operationGb: 1,
  workerGb: 1769 / 1024,
  smallGb: 0.5,
  queues: 2,
  alarms: 12,
  metrics: 2,
  keptGraphs: 2,
} as const;

/** Neon's terms: memory per compute unit, and the smallest compute that never suspends. */
export const COMPUTE = {
  gbOfUnit: 4,
  leastUnits: 0.25,
  hoursOfMonth: 730,
  mostUnits: 16,
  includedTransferGb: 100,
} as const;
