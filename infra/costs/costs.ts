/** `npm run costs`: prints the costs of production, from the prices and usage recorded next to this file. */
import { PRICES } from "./prices.ts";
import { ASSUMED, COMPUTE, DEPLOYED, MEASURED } from "./usage.ts";

const GB = 1e9;
const PAGE = 100;
const MINUTES_OF_DAY = 24 * 60;

/** US dollars by service. */
export type Costs = Record<string, number>;

const price = (name: keyof typeof PRICES): number => PRICES[name].dollars;

/** Price of Lambda invocations. `seconds` is the duration of one. */
const lambda = (invocations: number, seconds: number, gigabytes: number): number =>
  invocations * (price("lambdaRequest") + seconds * gigabytes * price("lambdaGbSecond"));

/** Price of messages. Each is sent, received and deleted; a plan's messages are sent in batches of ten. */
const messages = (single: number, planned = 0): number =>
  price("sqsRequest") * (3 * single + (2 + MEASURED.sqsCallsOfPlanned) * planned);

/** Extrapolates linearly from two measured sizes. */
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

/** Returns the cost of an organization's first scan, which reads every repository. */
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

/** Returns the costs of a month of production, with a nightly incremental scan, pushes and requests. */
export function costsOfMonth(repositories: number): Costs {
  const days = ASSUMED.daysOfMonth;
  const pushes = ASSUMED.pushesOfRepositoryADay * repositories * days;
  // Pushes start at most one scan per minute and org.
  const pushScans = Math.min(pushes, MINUTES_OF_DAY * days);
  const requests = ASSUMED.requestsOfRepositoryADay * repositories * days + pushes;
  const mutations = ASSUMED.mutationsOfRepositoryADay * repositories * days;
  const sweeps = MINUTES_OF_DAY * days;
  const invocations = requests + pushes + 3 * pushScans + sweeps + days * (pagesOf(repositories) + 2);
  const databaseGb = (MEASURED.databaseBytesOfRepository * repositories) / GB;
  const graphGb = (DEPLOYED.keptGraphs * MEASURED.graphBytesOfRepository * repositories) / GB;
  const units = Math.max(COMPUTE.leastUnits, databaseGb / COMPUTE.gbOfUnit);
  const busyUnits = Math.min(COMPUTE.mostUnits - units, (ASSUMED.busyUnitsOfThousand * repositories) / 1000);
  const logGb = (invocations * ASSUMED.logBytes) / GB;
  const changesGb = (pushes * ASSUMED.changeBytesOfPush) / GB;
  const toDatabaseGb =
    (requests * ASSUMED.bytesToDatabaseOfRequest + pushes * ASSUMED.bytesToDatabaseOfReading) / GB;
  const fromDatabaseGb =
    (requests * ASSUMED.bytesFromDatabaseOfRequest + pushScans * ASSUMED.bytesFromDatabaseOfPublish) / GB;
  return {
    "Neon, compute": units * COMPUTE.hoursOfMonth * price("neonComputeHour"),
    "Neon, autoscaling": busyUnits * ASSUMED.busyHoursOfDay * days * price("neonComputeHour"),
    "Neon, storage": databaseGb * price("neonGbMonth"),
    "Neon, history": changesGb * (ASSUMED.historyDays / days) * price("neonHistoryGbMonth"),
    "Neon, transfer": Math.max(0, fromDatabaseGb - COMPUTE.includedTransferGb) * price("neonTransferGb"),
    "Lambda, API": lambda(requests, ASSUMED.requestSeconds, DEPLOYED.operationGb),
    "Lambda, INIT":
      requests *
      ASSUMED.coldStarts *
      (MEASURED.initSeconds + ASSUMED.runtimeInitSeconds) *
      DEPLOYED.operationGb *
      price("lambdaGbSecond"),
    Egress: toDatabaseGb * price("egressGb"),
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
    // A consistent read of an item this small is one unit.
    DynamoDB: mutations * (price("dynamodbRead") + price("dynamodbWrite")),
    S3:
      (pushScans + days) * price("s3Put") +
      requests * ASSUMED.graphReadsOfRequest * price("s3Get") +
      graphGb * price("s3GbMonth"),
    CloudWatch:
      logGb * (price("logGb") + (ASSUMED.logDays / days) * price("logGbMonth")) +
      DEPLOYED.alarms * price("alarmMonth") +
      DEPLOYED.metrics * price("metricMonth"),
    "EventBridge Scheduler": (sweeps + days) * price("schedulerRun"),
  };
}

const SIZES = [10, 1000, 10_000];

const money = (dollars: number): string =>
  dollars < 0.01
    ? "< 0.01"
    : dollars.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Returns the cost table of docs/deploy.md as Markdown. */
export function presentCosts(): string {
  const months = SIZES.map(costsOfMonth);
  const services = Object.keys(months[0] ?? {});
  const total = months.map((costs) => Object.values(costs).reduce((sum, one) => sum + one, 0));
  return [
    row(["US dollars", ...SIZES.map((size) => `${size.toLocaleString("en")} repositories`)]),
    row(["---", ...SIZES.map(() => "---:")]),
    row(["**the first scan**", ...SIZES.map((size) => `**${money(costOfFirstScan(size))}**`)]),
    ...services.map((service) => row([service, ...months.map((costs) => money(costs[service] ?? 0))])),
    row(["**a month**", ...total.map((sum) => `**${money(sum)}**`)]),
    row(["a repository and month", ...total.map((sum, index) => money(sum / (SIZES[index] ?? 1)))]),
  ].join("\n");
}

if (import.meta.main) process.stdout.write(`${presentCosts()}\n`);
