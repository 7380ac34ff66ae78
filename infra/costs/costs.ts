import { PRICES } from "./prices.ts";
import { ASSUMED, COMPUTE, DEPLOYED, MEASURED } from "./usage.ts";

const GB = 1e9;
const PAGE = 100;
const MINUTES_OF_DAY = 24 * 60;

/** US dollars by what they are paid for. */
export type Costs = Record<string, number>;

const price = (name: keyof typeof PRICES): number => PRICES[name].dollars;

/** Of a Lambda function that is invoked so often for so long. */
const lambda = (invocations: number, seconds: number, gigabytes: number): number =>
  invocations * (price("lambdaRequest") + seconds * gigabytes * price("lambdaGbSecond"));

/** Each message is sent, received and deleted; of a plan's, ten are sent at once. */
const messages = (single: number, planned = 0): number =>
  price("sqsRequest") * (3 * single + (2 + MEASURED.sqsCallsOfPlanned) * planned);

/** Measured at two sizes, and continued straight. */
function pushPublishSeconds(repositories: number): number {
  const {
    repositories: [few, many],
    seconds: [least, most],
  } = MEASURED.pushPublishSeconds;
  return least + ((most - least) * (repositories - few)) / (many - few);
}

const pagesOf = (repositories: number): number => Math.ceil(repositories / PAGE);

const planning = (repositories: number): number =>
  lambda(
    pagesOf(repositories),
    ASSUMED.hostSecondsOfPage + MEASURED.planSecondsOfRepository * Math.min(PAGE, repositories),
    DEPLOYED.workerGb,
  );

const reading = (repositories: number): number =>
  lambda(repositories, ASSUMED.hostSecondsOfRepository + MEASURED.readSeconds, DEPLOYED.workerGb);

/** The first scan of an organization: everything is read. */
export function costOfFirstScan(repositories: number): number {
  const publishing = lambda(1, MEASURED.firstPublishSecondsOfRepository * repositories, DEPLOYED.workerGb);
  return (
    planning(repositories) +
    reading(repositories) +
    publishing +
    messages(pagesOf(repositories) + 1, repositories) +
    price("s3Put")
  );
}

/** A month of production, with an incremental scan each night, pushes and requests. */
export function costsOfMonth(repositories: number): Costs {
  const days = ASSUMED.daysOfMonth;
  const pushes = ASSUMED.pushesOfRepositoryADay * repositories * days;
  // An org is scanned at most once a minute, of all that was pushed meanwhile.
  const pushScans = Math.min(pushes, MINUTES_OF_DAY * days);
  const requests = ASSUMED.requestsOfRepositoryADay * repositories * days + pushes;
  const mutations = ASSUMED.mutationsOfRepositoryADay * repositories * days;
  const sweeps = MINUTES_OF_DAY * days;
  const invocations = requests + pushes + 3 * pushScans + sweeps + days * (pagesOf(repositories) + 2);
  const databaseGb = (MEASURED.databaseBytesOfRepository * repositories) / GB;
  const graphGb = (DEPLOYED.keptGraphs * MEASURED.graphBytesOfRepository * repositories) / GB;
  const units = Math.max(COMPUTE.leastUnits, databaseGb / COMPUTE.gbOfUnit);
  return {
    "Neon, compute": units * COMPUTE.hoursOfMonth * price("neonComputeHour"),
    "Neon, storage": databaseGb * price("neonGbMonth"),
    "Lambda, API": lambda(requests, ASSUMED.requestSeconds, DEPLOYED.operationGb),
    "Lambda, scans":
      days * planning(repositories) +
      reading(pushes) +
      lambda(pushScans, pushPublishSeconds(repositories), DEPLOYED.workerGb),
    "Lambda, sweeper and garbage":
      lambda(sweeps, ASSUMED.sweepSeconds, DEPLOYED.smallGb) +
      lambda(days, ASSUMED.garbageSeconds, DEPLOYED.smallGb),
    SQS:
      messages(days * (pagesOf(repositories) + 1) + 3 * pushScans, pushes) +
      price("sqsRequest") * ASSUMED.idlePollsOfQueueAMinute * DEPLOYED.queues * MINUTES_OF_DAY * days,
    "API Gateway": requests * price("gatewayRequest"),
    CloudFront:
      requests * (price("cloudfrontRequest") + price("cloudfrontFunction")) +
      ((requests * ASSUMED.responseBytes) / GB) * price("cloudfrontGb"),
    // A consistent read is one unit of an item this small.
    DynamoDB: mutations * (price("dynamodbRead") + price("dynamodbWrite")),
    S3:
      (pushScans + days) * price("s3Put") +
      requests * ASSUMED.graphReadsOfRequest * price("s3Get") +
      graphGb * price("s3GbMonth"),
    CloudWatch:
      ((invocations * ASSUMED.logBytes) / GB) * price("logGb") +
      DEPLOYED.alarms * price("alarmMonth") +
      DEPLOYED.metrics * price("metricMonth"),
    "EventBridge Scheduler": (sweeps + days) * price("schedulerRun"),
  };
}
