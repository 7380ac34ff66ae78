import type { Evaluation, Inputs, Resource } from "./resource.ts";

export interface Fault {
  plant(stage: Evaluation): void;
  /** Part of a violation that reports the fault, and nothing else. */
  found: string;
  /** Where it is planted: production at a domain if absent. */
  stage?: "preview";
}

const ALARM = "aws:cloudwatch/metricAlarm:MetricAlarm";
const FUNCTION = "aws:lambda/function:Function";
const MAPPING = "aws:lambda/eventSourceMapping:EventSourceMapping";
const PERMISSION = "aws:lambda/permission:Permission";
const ROLE = "aws:iam/role:Role";
const SCHEDULE = "aws:scheduler/schedule:Schedule";
const BUDGET = "aws:budgets/budget:Budget";
const DISTRIBUTION = "aws:cloudfront/distribution:Distribution";

/** Faults in the resources of a stage. An assertion must name each, or the check would not notice it in the program either. */
export const FAULTS: Record<string, Fault> = {
  "a function may send to the dead letters instead of the queue": {
    plant: (stage) =>
      changePolicy(stage, "TriggerScanRole", (policy) =>
        policy.replace("ScanQueueQueue", "ScanQueueDeadLettersQueue"),
      ),
    found: "unexpected: TriggerScan may sqs:SendMessage on ScanQueueDeadLettersQueue",
  },
  "a function may update every table": {
    plant: (stage) =>
      changePolicy(stage, "CreateApiKeyRole", (policy) => policy.replace(/"arn:aws:dynamodb[^"]*"/u, '"*"')),
    found: "unexpected: CreateApiKey may dynamodb:UpdateItem on *",
  },
  "the worker may delete blobs": {
    plant: (stage) =>
      changePolicy(stage, "ScanWorkerRole", (policy) => policy.replace("s3:PutObject", "s3:DeleteObject")),
    found: "unexpected: ScanWorker may s3:DeleteObject on BlobsBucket/*",
  },
  "a function has a managed policy": {
    plant: (stage) =>
      change(stage, ROLE, "GetImpactRole", (role) => {
        role.managedPolicyArns = ["arn:aws:iam::aws:policy/AdministratorAccess"];
      }),
    found: "GetImpact: arn:aws:iam::aws:policy/AdministratorAccess",
  },
  "another account may assume a function's role": {
    plant: (stage) =>
      change(stage, ROLE, "GetImpactRole", (role) => {
        role.assumeRolePolicy = { Statement: [{ Principal: { AWS: "arn:aws:iam::210987654321:root" } }] };
      }),
    found: "GetImpactRole: arn:aws:iam::210987654321:root",
  },
  "everyone may invoke the worker": {
    plant: (stage) =>
      change(stage, PERMISSION, "ApiRoute", (permission) => {
        permission.function = find(stage, FUNCTION, "ScanWorkerFunction").arn;
        permission.principal = "*";
      }),
    found: "unexpected: ScanWorker by *: lambda:InvokeFunction",
  },
  "a stream's URL requires AWS credentials": {
    plant: (stage) =>
      change(stage, "aws:lambda/functionUrl:FunctionUrl", "StreamGetGraph", (url) => {
        url.authorizationType = "AWS_IAM";
      }),
    found: "missing: StreamGetGraph: RESPONSE_STREAM, NONE",
  },

  "a function runs the code of another": {
    plant: (stage) => void (stage.bundles["GetImpact"] = "dist/functions/getGraph"),
    found: "GetImpact: dist/functions/getGraph",
  },
  "an operation has 128 MB": {
    plant: (stage) => change(stage, FUNCTION, "GetImpactFunction", (fn) => void (fn.memorySize = 128)),
    found: "unexpected: GetImpact: 128 MB, 29 s",
  },
  "an operation times out after the gateway": {
    plant: (stage) => change(stage, FUNCTION, "GetImpactFunction", (fn) => void (fn.timeout = 60)),
    found: "GetImpact: 60 s",
  },
  "archives exceed the worker's temporary storage": {
    plant: (stage) => set(stage, "ScanWorkerFunction", "ARCHIVE_LIMIT_MIB", "2000"),
    found: "ScanWorker: 2000 MiB",
  },
  "the worker does not know the address for its links": {
    plant: (stage) =>
      change(stage, FUNCTION, "ScanWorkerFunction", (fn) => void delete fn.environment?.variables["APP_URL"]),
    found: "missing: ScanWorker has APP_URL",
  },
  "links in mail name CloudFront's domain": {
    plant: (stage) => set(stage, "CreateInvitationFunction", "APP_URL", "https://RouterCdnDistribution.test"),
    found: "CreateInvitation: APP_URL is https://RouterCdnDistribution.test",
  },
  "messages go to the dead letters": {
    plant: (stage) =>
      set(stage, "TriggerScanFunction", "SCAN_QUEUE_URL", "https://ScanQueueDeadLettersQueue.test"),
    found: "TriggerScan: SCAN_QUEUE_URL is https://ScanQueueDeadLettersQueue.test",
  },
  "mutations are not limited": {
    plant: (stage) => set(stage, "CreateApiKeyFunction", "RATELIMIT_AUTHENTICATED_MUTATIONS", "6000000"),
    found: "CreateApiKey: RATELIMIT_AUTHENTICATED_MUTATIONS is 6000000",
  },
  "logs are kept for ever": {
    plant: (stage) =>
      change(
        stage,
        "aws:cloudwatch/logGroup:LogGroup",
        "GetImpact",
        (group) => void (group.retentionInDays = 0),
      ),
    found: "GetImpactLogGroup: 0 days",
  },

  "scan workers have no concurrency limit": {
    plant: (stage) =>
      change(stage, MAPPING, "ScanQueueSubscriber", (mapping) => void delete mapping.scalingConfig),
    found: "unexpected: ScanWorker: undefined",
  },
  "scan workers receive nothing": {
    plant: (stage) =>
      change(stage, MAPPING, "ScanQueueSubscriber", (mapping) => void (mapping.enabled = false)),
    found: "ScanQueueQueue: 1 within 0 s, disabled",
  },
  "dead letters have no queue": {
    plant: (stage) =>
      change(stage, "aws:sqs/queue:Queue", "ScanQueueQueue", (queue) => void delete queue.redrivePolicy),
    found: "missing: ScanQueueQueue → ScanQueueDeadLettersQueue, default",
  },
  "the sweeper's schedule runs hourly": {
    plant: (stage) =>
      change(stage, SCHEDULE, "SweepScans", (schedule) => {
        schedule.scheduleExpression = "rate(1 hour)";
      }),
    found: "unexpected: ScanSweeper at rate(1 hour)",
  },
  "garbage is never collected": {
    plant: (stage) =>
      change(stage, SCHEDULE, "CollectGarbage", (schedule) => void (schedule.state = "DISABLED")),
    found: "unexpected: GarbageCollector at cron(30 3 * * ? *): DISABLED",
  },
  "a bucket accepts public access lists": {
    plant: (stage) =>
      change(stage, "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock", "Blobs", (block) => {
        block.ignorePublicAcls = false;
      }),
    found: "BlobsBucket: public",
  },
  "everyone may read graphs": {
    plant: (stage) =>
      change(stage, "aws:s3/bucketPolicy:BucketPolicy", "Blobs", (bucket) => {
        bucket.policy = edited(bucket.policy, (policy) => policy.replace('"Deny"', '"Allow"'));
      }),
    found: "unexpected: BlobsBucket: Allow s3:* to *",
  },

  "an alarm watches a metric that does not exist": {
    plant: (stage) => change(stage, ALARM, "SweepsFailed", (alarm) => void (alarm.metricName = "Failures")),
    found: "unexpected: SweepsFailed: AWS/Lambda Failures of FunctionName ScanSweeper",
  },
  "an alarm's threshold is 5,000": {
    plant: (stage) => change(stage, ALARM, "ServerErrors", (alarm) => void (alarm.threshold = 5000)),
    found: "unexpected: ServerErrors: AWS/ApiGateway 5xx of ApiId ApiApi-id: Sum ≥ 5000",
  },
  "an alarm watches another function": {
    plant: (stage) =>
      change(stage, ALARM, "MessagesGivenUp", (alarm) => {
        alarm.dimensions = { FunctionName: nameInAws(stage, "ScanWorkerFunction") };
      }),
    found: "unexpected: MessagesGivenUp: AWS/Lambda Invocations of FunctionName ScanWorker",
  },
  "an alarm notifies nothing": {
    plant: (stage) => change(stage, ALARM, "Throttled", (alarm) => void (alarm.alarmActions = [])),
    found: "Throttled",
  },
  "an alarm is switched off": {
    plant: (stage) => change(stage, ALARM, "QueueOld", (alarm) => void (alarm.actionsEnabled = false)),
    found: "QueueOld",
  },
  "the topic has no subscription": {
    plant: (stage) => remove(stage, "aws:sns/topicSubscription:TopicSubscription"),
    found: "missing: AlarmsTopic: email to operators@knockon.test",
  },
  "a budget warns no address": {
    plant: (stage) =>
      change(stage, BUDGET, "Budget", (budget) => {
        for (const notification of budget.notifications) notification.subscriberEmailAddresses = [];
      }),
    found: "missing: ACTUAL 100 PERCENTAGE of $100: operators@knockon.test",
  },
  "a budget warns at ten times the amount": {
    plant: (stage) =>
      change(stage, BUDGET, "Budget", (budget) => {
        for (const notification of budget.notifications) notification.threshold = 1000;
      }),
    found: "unexpected: ACTUAL 1000 PERCENTAGE of $100",
  },
  "a log metric counts a line that is never written": {
    plant: (stage) =>
      change(stage, "aws:cloudwatch/logMetricFilter:LogMetricFilter", "ScanWorkerScansFailed", (filter) => {
        filter.pattern = '{ $.message = "scan has failed" }';
      }),
    found: 'ScanWorker never logs "scan has failed"',
  },

  "the router's function is larger than CloudFront allows": {
    plant: (stage) =>
      change(
        stage,
        "aws:cloudfront/function:Function",
        "Router",
        (fn) => void (fn.code += " ".repeat(10_241 - Buffer.byteLength(fn.code))),
      ),
    found: "RouterCloudfrontFunctionRequest: 10241 bytes",
  },
  "a stream may be silent for 10 s only": {
    plant: (stage) =>
      changeRoute(stage, "StreamGetGraph", (metadata) =>
        metadata.replace('"readTimeout":60', '"readTimeout":10'),
      ),
    found: "/graph: 10 s",
  },
  "the domain has no IPv6 record": {
    plant: (stage) => remove(stage, "aws:route53/record:Record", "AAAA"),
    found: "missing: AAAA knockon.test",
  },
  "the distribution has no certificate": {
    plant: (stage) =>
      change(
        stage,
        DISTRIBUTION,
        "Router",
        (distribution) => void delete distribution.viewerCertificate.acmCertificateArn,
      ),
    found: "RouterCdnDistribution: no certificate",
  },
  "pages are served without TLS": {
    plant: (stage) =>
      change(stage, DISTRIBUTION, "Router", ({ defaultCacheBehavior }) => {
        defaultCacheBehavior.viewerProtocolPolicy = "allow-all";
      }),
    found: "RouterCdnDistribution: allow-all",
  },

  "a preview has as many workers as production": {
    stage: "preview",
    plant: (stage) =>
      change(stage, MAPPING, "ScanQueueSubscriber", (mapping) => {
        mapping.scalingConfig = { maximumConcurrency: 50 };
      }),
    found: "unexpected: ScanWorker: 50",
  },
  "a preview charges money": {
    stage: "preview",
    plant: (stage) => set(stage, "CancelSubscriptionFunction", "STRIPE_LIVEMODE", "true"),
    found: "CancelSubscription: STRIPE_LIVEMODE is true",
  },
};

/** Returns a resource by its type and the start of its name. Throws if there is none: a fault that is not planted proves nothing. */
function find(stage: Evaluation, type: string, name: string): Resource {
  const found = stage.resources.find((one) => one.type === type && one.name.startsWith(name));
  if (!found) throw new Error(`${stage.app.stage} has no ${type} ${name}.`);
  return found;
}

const nameInAws = (stage: Evaluation, name: string): string =>
  (find(stage, FUNCTION, name).inputs as { name: string }).name;

function change<T extends keyof Inputs>(
  stage: Evaluation,
  type: T,
  name: string,
  edit: (inputs: Inputs[T]) => void,
): void {
  edit(find(stage, type, name).inputs as Inputs[T]);
}

/** Sets a variable that the function has. */
function set(stage: Evaluation, name: string, variable: string, value: string): void {
  change(stage, FUNCTION, name, ({ environment }) => {
    if (environment?.variables[variable] === undefined) throw new Error(`${name} has no ${variable}.`);
    environment.variables[variable] = value;
  });
}

function changePolicy(stage: Evaluation, role: string, edit: (policy: string) => string): void {
  change(stage, ROLE, role, ({ inlinePolicies }) => {
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
