/** What the benches measured on two cores, of one of each: bench/README.md. */
export const MEASURED = {
  /** `enqueue`: batches of ten, and a call for each page of a hundred. */
  sqsCallsOfPlanned: 0.11,
  planSecondsOfRepository: 0.0006,
  /** `scale`, the larger of its two sizes: CPU of a repository that is read, and of the first publish for each. */
  readSeconds: 0.053,
  firstPublishSecondsOfRepository: 0.044,
  /** `scale`: the publish of a push where nothing else runs, at 200 repositories and at 2,000. */
  pushPublishSeconds: { repositories: [200, 2000], seconds: [0.073, 0.131] },
  /** `scale`: 200 declarations a repository. */
  databaseBytesOfRepository: 150_000,
  graphBytesOfRepository: 740,
} as const;

/** What nothing here can measure: how much is used, and how long others take. */
export const ASSUMED = {
  daysOfMonth: 30,
  /** Each repository, every other day. */
  pushesOfRepositoryADay: 0.5,
  requestsOfRepositoryADay: 10,
  mutationsOfRepositoryADay: 0.5,
  responseBytes: 10_000,
  /** With Neon a few milliseconds away. */
  requestSeconds: 0.06,
  /** Of the git host, for a tree and an archive, and for a page of a listing. */
  hostSecondsOfRepository: 2,
  hostSecondsOfPage: 2,
  sweepSeconds: 0.2,
  garbageSeconds: 60,
  /** Of one invocation: its own line, Lambda's, and the gateway's. */
  logBytes: 1500,
  graphReadsOfRequest: 0.1,
  /** Lambda asks an empty queue by five long polls of twenty seconds. */
  idlePollsOfQueueAMinute: 15,
} as const;

/** As `infra/` has them. */
export const DEPLOYED = {
  operationGb: 1,
  workerGb: 1769 / 1024,
  smallGb: 0.5,
  queues: 2,
  alarms: 7,
  metrics: 1,
  keptGraphs: 2,
} as const;

/** As Neon sells it: what a compute unit holds in memory, and the least of one that is never suspended. */
export const COMPUTE = { gbOfUnit: 4, leastUnits: 0.25, hoursOfMonth: 730 } as const;
