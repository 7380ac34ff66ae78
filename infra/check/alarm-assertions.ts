import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { compareLists, functionOf, type Assertions } from "./assertion.ts";
import { bundleContains, bundleOf } from "./bundles.ts";
import { ROOT } from "./platform.ts";

/** Alarms of production: metric, what it is of, statistic and threshold of five minutes. */
const ALARMS: Record<string, string> = {
  DeadLettersLeft:
    "AWS/SQS ApproximateAgeOfOldestMessage of QueueName ScanQueueDeadLettersQueue: Maximum ≥ 900",
  GarbageCollectionFailed: "AWS/Lambda Errors of FunctionName GarbageCollector: Sum ≥ 1",
  MessagesGivenUp: "AWS/Lambda Invocations of FunctionName ScanDeadLetters: Sum ≥ 1",
  MutationsNotCounted: "Knockon/production MutationsNotCounted of everything: Sum ≥ 10",
  PaymentsWebhookServerErrors: "AWS/Lambda Url5xxCount of FunctionName ReceivePaymentsWebhook: Sum ≥ 1",
  QueueOld: "AWS/SQS ApproximateAgeOfOldestMessage of QueueName ScanQueueQueue: Maximum ≥ 3600",
  ScansFailed: "Knockon/production ScansFailed of everything: Sum ≥ 1",
  ServerErrors: "AWS/ApiGateway 5xx of ApiId ApiApi-id: Sum ≥ 5",
  StreamExportWorkspaceServerErrors: "AWS/Lambda Url5xxCount of FunctionName StreamExportWorkspace: Sum ≥ 2",
  StreamGetGraphServerErrors: "AWS/Lambda Url5xxCount of FunctionName StreamGetGraph: Sum ≥ 2",
  SweepsFailed: "AWS/Lambda Errors of FunctionName ScanSweeper: Sum ≥ 3",
  Throttled: "AWS/Lambda Throttles of everything: Sum ≥ 20",
};

/** Log lines that count in a metric, and the functions that write them. */
const LOG_METRICS: Record<string, { pattern: string; functions: readonly string[] }> = {
  MutationsNotCounted: {
    pattern: '{ $.message = "mutation not counted" }',
    functions: [...OPERATIONS.filter(isRateLimited).map(functionOf), "Mcp"],
  },
  ScansFailed: {
    pattern: '{ $.message = "scan failed" && $.code != "credential_refused" }',
    functions: ["ScanWorker", "ScanSweeper", "ScanDeadLetters"],
  },
};

const RUNBOOK = readFileSync(join(ROOT, "docs/operations.md"), "utf8");

export const alarmAssertions: Assertions = {
  "production has these alarms on these metrics, other stages none": ({ stage, alarms, nameOf }) =>
    compareLists(
      alarms.map(({ name, namespace, metricName, dimensions, statistic, threshold }) => {
        const subjects = Object.entries(dimensions ?? {}).map(([key, value]) => `${key} ${nameOf(value)}`);
        return `${name}: ${namespace} ${metricName} of ${subjects.join() || "everything"}: ${statistic} ≥ ${threshold}`;
      }),
      stage === "production" ? Object.entries(ALARMS).map(([name, value]) => `${name}: ${value}`) : [],
    ),

  "alarms notify the topic at the first five minutes above, and missing data does not trigger them": ({
    alarms,
    topics,
  }) =>
    alarms
      .filter(
        (alarm) =>
          alarm.actionsEnabled === false ||
          alarm.alarmActions.join() !== topics.map(({ arn }) => arn).join() ||
          alarm.okActions.join() !== alarm.alarmActions.join() ||
          alarm.treatMissingData !== "notBreaching" ||
          alarm.comparisonOperator !== "GreaterThanOrEqualToThreshold" ||
          alarm.period !== 300 ||
          alarm.evaluationPeriods !== 1,
      )
      .map(({ name }) => name),

  "alarms and the budget's warnings are sent to the operators": ({
    stage,
    topics,
    subscriptionsOfTopics,
    budgets,
  }) =>
    compareLists(
      [
        ...subscriptionsOfTopics.map(
          ({ topic, protocol, endpoint }) =>
            `${topics.find(({ arn }) => arn === topic)?.name}: ${protocol} to ${endpoint}`,
        ),
        ...budgets.flatMap(({ limitAmount, notifications }) =>
          notifications.map(
            ({ notificationType, threshold, thresholdType, subscriberEmailAddresses: addresses }) =>
              `${notificationType} ${threshold} ${thresholdType} of $${limitAmount}: ${addresses.join()}`,
          ),
        ),
      ],
      stage === "production"
        ? [
            "AlarmsTopic: email to operators@knockon.test",
            "ACTUAL 100 PERCENTAGE of $100: operators@knockon.test",
            "FORECASTED 100 PERCENTAGE of $100: operators@knockon.test",
          ]
        : [],
    ),

  "each alarm has a section in docs/operations.md, which its description names": ({ alarms }) =>
    alarms
      .filter(
        ({ name, alarmDescription }) =>
          alarmDescription !== `docs/operations.md#${name.toLowerCase()}` ||
          !RUNBOOK.includes(`### ${name}\n`),
      )
      .map(({ name }) => name),

  "the dashboard shows each alarm": ({ alarms, dashboards }) =>
    alarms
      .filter(
        ({ name }) => !dashboards.some(({ dashboardBody }) => dashboardBody.includes(`"title":"${name}"`)),
      )
      .map(({ name }) => name),

  "log lines count in their alarm's metric": ({ stage, logMetrics }) => [
    ...compareLists(
      logMetrics.map(
        ({ functionName, pattern, metric }) =>
          `${metric.namespace} ${metric.name} + ${metric.value}: ${pattern} of ${functionName}`,
      ),
      stage === "production"
        ? Object.entries(LOG_METRICS).flatMap(([name, { pattern, functions }]) =>
            functions.map((one) => `Knockon/production ${name} + 1: ${pattern} of ${one}`),
          )
        : [],
    ),
  ],

  "functions write the log lines that are counted": ({ logMetrics }) =>
    logMetrics.flatMap(({ functionName, pattern }) => {
      const message = /"([^"]+)"/u.exec(pattern)?.[1] ?? "";
      if (bundleContains(bundleOf(functionName), message)) return [];
      return [`${functionName} never logs ${JSON.stringify(message)}`];
    }),
};
