import type { Evaluation, Inputs, Resource } from "./resource.ts";

/** Faults in the resources of a stage. Each must make an assertion fail, or the check would not notice it in the program either. */
export const FAULTS: Record<string, (stage: Evaluation) => void> = {
  "a function may send to the dead letters instead of the queue": (stage) =>
    changePolicy(stage, "TriggerScanRole", (policy) =>
      policy.replace("ScanQueueQueue", "ScanQueueDeadLettersQueue"),
    ),
  "a function may update every table": (stage) =>
    changePolicy(stage, "CreateApiKeyRole", (policy) => policy.replace(/"arn:aws:dynamodb[^"]*"/u, '"*"')),
  "an alarm watches a metric that does not exist": (stage) =>
    change(stage, ALARM, "SweepsFailed", (alarm) => void (alarm.metricName = "Failures")),
  "an alarm's threshold is 5,000": (stage) =>
    change(stage, ALARM, "ServerErrors", (alarm) => void (alarm.threshold = 5000)),
  "scan workers have no concurrency limit": (stage) =>
    change(stage, MAPPING, "ScanQueueSubscriber", (mapping) => void delete mapping.scalingConfig),
  "an operation has 128 MB": (stage) =>
    change(stage, FUNCTION, "GetImpactFunction", (fn) => void (fn.memorySize = 128)),
  "the router's function is larger than CloudFront allows": (stage) =>
    change(stage, "aws:cloudfront/function:Function", "Router", (fn) => void (fn.code += " ".repeat(800))),
  "a stream may be silent for 10 s only": (stage) =>
    changeRoute(stage, "StreamGetGraph", (metadata) =>
      metadata.replace('"readTimeout":60', '"readTimeout":10'),
    ),
  "an alarm watches another function": (stage) =>
    change(stage, ALARM, "MessagesGivenUp", (alarm) => {
      alarm.dimensions = { FunctionName: named(stage, FUNCTION, "ScanWorkerFunction").name };
    }),
  "an operation times out after the gateway": (stage) =>
    change(stage, FUNCTION, "GetImpactFunction", (fn) => void (fn.timeout = 60)),
  "dead letters have no queue": (stage) =>
    change(stage, "aws:sqs/queue:Queue", "ScanQueueQueue", (queue) => void delete queue.redrivePolicy),

  "the worker may delete blobs": (stage) =>
    changePolicy(stage, "ScanWorkerRole", (policy) => policy.replace("s3:PutObject", "s3:DeleteObject")),
  "a function has a managed policy": (stage) =>
    change(stage, "aws:iam/role:Role", "GetImpactRole", (role) => {
      role.managedPolicyArns = ["arn:aws:iam::aws:policy/AdministratorAccess"];
    }),
  "the sweeper's schedule runs hourly": (stage) =>
    change(stage, "aws:scheduler/schedule:Schedule", "SweepScans", (schedule) => {
      schedule.scheduleExpression = "rate(1 hour)";
    }),
  "an alarm notifies nothing": (stage) =>
    change(stage, ALARM, "Throttled", (alarm) => void (alarm.alarmActions = [])),
  "the topic has no subscription": (stage) => remove(stage, "aws:sns/topicSubscription:TopicSubscription"),
  "a budget warns no address": (stage) =>
    change(stage, "aws:budgets/budget:Budget", "Budget", (budget) => {
      for (const notification of budget.notifications) notification.subscriberEmailAddresses = [];
    }),
  "a log metric counts a line that is never written": (stage) =>
    change(stage, "aws:cloudwatch/logMetricFilter:LogMetricFilter", "ScanWorkerScansFailed", (filter) => {
      filter.pattern = '{ $.message = "scan has failed" }';
    }),
  "logs are kept for ever": (stage) =>
    change(
      stage,
      "aws:cloudwatch/logGroup:LogGroup",
      "GetImpact",
      (group) => void (group.retentionInDays = 0),
    ),
  "archives exceed the worker's temporary storage": (stage) =>
    change(stage, FUNCTION, "ScanWorkerFunction", (fn) => {
      Object.assign(fn.environment?.variables ?? {}, { ARCHIVE_LIMIT_MIB: "2000" });
    }),
  "the domain has no IPv6 record": (stage) => remove(stage, "aws:route53/record:Record", "AAAA"),
  "the distribution has no certificate": (stage) =>
    change(stage, "aws:cloudfront/distribution:Distribution", "Router", (distribution) => {
      delete distribution.viewerCertificate.acmCertificateArn;
    }),
  "links in mail name CloudFront's domain": (stage) =>
    change(stage, FUNCTION, "CreateInvitationFunction", (fn) => {
      Object.assign(fn.environment?.variables ?? {}, { APP_URL: "https://RouterCdnDistribution.test" });
    }),
  "preview: a preview has as many workers as production": (stage) =>
    change(stage, MAPPING, "ScanQueueSubscriber", (mapping) => {
      mapping.scalingConfig = { maximumConcurrency: 50 };
    }),
};

const ALARM = "aws:cloudwatch/metricAlarm:MetricAlarm";
const FUNCTION = "aws:lambda/function:Function";
const MAPPING = "aws:lambda/eventSourceMapping:EventSourceMapping";

/** Returns a resource by its type and the start of its name. Throws if there is none: a fault that is not planted proves nothing. */
function find(stage: Evaluation, type: string, name: string): Resource {
  const found = stage.resources.find((one) => one.type === type && one.name.startsWith(name));
  if (!found) throw new Error(`${stage.app.stage} has no ${type} ${name}.`);
  return found;
}

const named = (stage: Evaluation, type: string, name: string) =>
  find(stage, type, name).inputs as { name: string };

function change<T extends keyof Inputs>(
  stage: Evaluation,
  type: T,
  name: string,
  edit: (inputs: Inputs[T]) => void,
): void {
  edit(find(stage, type, name).inputs as Inputs[T]);
}

function changePolicy(stage: Evaluation, role: string, edit: (policy: string) => string): void {
  change(stage, "aws:iam/role:Role", role, ({ inlinePolicies }) => {
    for (const one of inlinePolicies) one.policy = edited(one.policy, edit);
  });
}

function changeRoute(stage: Evaluation, name: string, edit: (metadata: string) => string): void {
  const route = stage.resources.find((one) => one.name.startsWith(`${name}RouteKey`));
  if (!route) throw new Error(`${stage.app.stage} has no route to ${name}.`);
  const { entries } = route.inputs as { entries: { metadata: string } };
  entries.metadata = edited(entries.metadata, edit);
}

function edited(text: string, edit: (text: string) => string): string {
  const changed = edit(text);
  if (changed === text) throw new Error(`The fault changes nothing in ${text}.`);
  return changed;
}

function remove(stage: Evaluation, type: string, part = ""): void {
  const kept = stage.resources.filter((one) => one.type !== type || !JSON.stringify(one).includes(part));
  if (kept.length === stage.resources.length) throw new Error(`${stage.app.stage} has no ${type} ${part}.`);
  stage.resources = kept;
}
