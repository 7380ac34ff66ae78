import { api, mutationFunctions, paymentsWebhook, streamFunctions } from "./api.ts";
import { mcp } from "./mcp.ts";
import { scanDeadLetters, scanQueue } from "./queue.ts";
import { stagePolicy } from "./stage.ts";
import { deadLetterWorker, garbageCollector, scanWorker, sweeper } from "./workers.ts";

const FIVE_MINUTES = 300;
const NAMESPACE = `Knockon/${$app.stage}`;
const RUNBOOK = "docs/operations.md";

interface Threshold {
  metricName: string;
  namespace: string;
  dimensions?: Record<string, $util.Input<string>>;
  statistic: "Sum" | "Maximum";
  /** Alarms if five minutes reach this value. */
  atLeast: number;
}

const { alarms, budget } = stagePolicy($app.stage);

if (alarms) {
  const subscribers = (process.env["ALARM_EMAILS"] ?? "").split(",").filter(Boolean);
  if (subscribers.length === 0) throw new Error("Set ALARM_EMAILS to the addresses that receive alarms.");
  const topic = new sst.aws.SnsTopic("Alarms");
  for (const [index, endpoint] of subscribers.entries()) {
    new aws.sns.TopicSubscription(`AlarmSubscription${index}`, {
      topic: topic.arn,
      protocol: "email",
      endpoint,
    });
  }
  const thresholds = new Map<string, Threshold>();
  const alarm = (name: string, threshold: Threshold) => {
    const { atLeast, ...metric } = threshold;
    thresholds.set(name, threshold);
    new aws.cloudwatch.MetricAlarm(name, {
      ...metric,
      alarmDescription: `${RUNBOOK}#${name.toLowerCase()}`,
      threshold: atLeast,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      period: FIVE_MINUTES,
      evaluationPeriods: 1,
      treatMissingData: "notBreaching",
      alarmActions: [topic.arn],
      okActions: [topic.arn],
    });
  };
  const ofFunction = (metricName: string, { name }: sst.aws.Function) =>
    ({ namespace: "AWS/Lambda", metricName, dimensions: { FunctionName: name }, statistic: "Sum" }) as const;
  const ageOf = (queue: sst.aws.Queue) =>
    ({
      namespace: "AWS/SQS",
      metricName: "ApproximateAgeOfOldestMessage",
      dimensions: { QueueName: queue.nodes.queue.name },
      statistic: "Maximum",
    }) as const;

  alarm("MessagesGivenUp", { ...ofFunction("Invocations", deadLetterWorker), atLeast: 1 });
  alarm("DeadLettersLeft", { ...ageOf(scanDeadLetters), atLeast: 15 * 60 });
  // Messages that wait for a rate limit are at most 15 minutes old before they are sent again.
  alarm("QueueOld", { ...ageOf(scanQueue), atLeast: 60 * 60 });

  alarm("ServerErrors", {
    namespace: "AWS/ApiGateway",
    metricName: "5xx",
    dimensions: { ApiId: api.nodes.api.id },
    statistic: "Sum",
    atLeast: 5,
  });
  for (const [name, fn] of streamFunctions) {
    alarm(`${name}ServerErrors`, { ...ofFunction("Url5xxCount", fn), atLeast: 2 });
  }
  if (paymentsWebhook) {
    alarm("PaymentsWebhookServerErrors", { ...ofFunction("Url5xxCount", paymentsWebhook), atLeast: 1 });
  }

  alarm("SweepsFailed", { ...ofFunction("Errors", sweeper), atLeast: 3 });
  alarm("GarbageCollectionFailed", { ...ofFunction("Errors", garbageCollector), atLeast: 1 });

  // Without a dimension, the metric is the account's, whose functions share one limit.
  alarm("Throttled", { namespace: "AWS/Lambda", metricName: "Throttles", statistic: "Sum", atLeast: 20 });

  const alarmOnLogs = (
    name: string,
    pattern: string,
    atLeast: number,
    functions: Iterable<readonly [string, sst.aws.Function]>,
  ) => {
    for (const [functionName, fn] of functions) {
      new aws.cloudwatch.LogMetricFilter(`${functionName}${name}`, {
        logGroupName: $interpolate`${fn.nodes.logGroup.apply((group) => group?.name)}`,
        pattern,
        metricTransformation: { namespace: NAMESPACE, name, value: "1" },
      });
    }
    alarm(name, { namespace: NAMESPACE, metricName: name, statistic: "Sum", atLeast });
  };
  alarmOnLogs("MutationsNotCounted", '{ $.message = "mutation not counted" }', 10, [
    ...mutationFunctions,
    ["Mcp", mcp],
  ]);
  // A revoked credential is its owner's to replace; the organization shows it.
  alarmOnLogs("ScansFailed", '{ $.message = "scan failed" && $.code != "credential_refused" }', 1, [
    ["ScanWorker", scanWorker],
    ["ScanSweeper", sweeper],
    ["ScanDeadLetters", deadLetterWorker],
  ]);

  if (budget !== null) {
    new aws.budgets.Budget("Budget", {
      budgetType: "COST",
      timeUnit: "MONTHLY",
      limitAmount: String(budget),
      limitUnit: "USD",
      notifications: (["ACTUAL", "FORECASTED"] as const).map((notificationType) => ({
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold: 100,
        thresholdType: "PERCENTAGE",
        subscriberEmailAddresses: subscribers,
      })),
    });
  }

  new aws.cloudwatch.Dashboard("Dashboard", {
    dashboardName: `knockon-${$app.stage}`,
    dashboardBody: $util.jsonStringify({
      widgets: [...thresholds].map(([title, { namespace, metricName, dimensions, statistic, atLeast }]) => ({
        type: "metric",
        width: 8,
        height: 6,
        properties: {
          title,
          region: aws.getRegionOutput().region,
          metrics: [[namespace, metricName, ...Object.entries(dimensions ?? {}).flat()]],
          stat: statistic,
          period: FIVE_MINUTES,
          annotations: { horizontal: [{ value: atLeast }] },
        },
      })),
    }),
  });
}
