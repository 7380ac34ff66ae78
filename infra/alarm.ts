import { api, mutationFunctions, streamFunctions } from "./api.ts";
import { mcp } from "./mcp.ts";
import { scanDeadLetters } from "./queue.ts";
import { stagePolicy } from "./stage.ts";
import { deadLetterWorker, sweeper } from "./workers.ts";

const FIVE_MINUTES = 300;
const NOT_COUNTED = { namespace: `Knockon/${$app.stage}`, name: "MutationsNotCounted" };

interface Threshold {
  metricName: string;
  namespace: string;
  dimensions?: Record<string, $util.Input<string>>;
  statistic: "Sum" | "Maximum";
  /** Alarms if five minutes reach this value. */
  atLeast: number;
}

if (stagePolicy($app.stage).alarms) {
  // docs/deploy.md says how to subscribe to it.
  const topic = new sst.aws.SnsTopic("Alarms");
  const alarm = (name: string, { atLeast, ...metric }: Threshold) =>
    new aws.cloudwatch.MetricAlarm(name, {
      ...metric,
      threshold: atLeast,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      period: FIVE_MINUTES,
      evaluationPeriods: 1,
      treatMissingData: "notBreaching",
      alarmActions: [topic.arn],
      okActions: [topic.arn],
    });
  const ofFunction = (metricName: string, { name }: sst.aws.Function) =>
    ({ namespace: "AWS/Lambda", metricName, dimensions: { FunctionName: name }, statistic: "Sum" }) as const;

  alarm("MessagesGivenUp", { ...ofFunction("Invocations", deadLetterWorker), atLeast: 1 });

  alarm("DeadLettersLeft", {
    namespace: "AWS/SQS",
    metricName: "ApproximateAgeOfOldestMessage",
    dimensions: { QueueName: scanDeadLetters.nodes.queue.name },
    statistic: "Maximum",
    atLeast: 15 * 60,
  });

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

  alarm("SweepsFailed", { ...ofFunction("Errors", sweeper), atLeast: 3 });

  for (const [name, fn] of [...mutationFunctions, ["Mcp", mcp] as const]) {
    new aws.cloudwatch.LogMetricFilter(`${name}NotCounted`, {
      logGroupName: $interpolate`${fn.nodes.logGroup.apply((group) => group?.name)}`,
      pattern: '{ $.message = "mutation not counted" }',
      metricTransformation: { ...NOT_COUNTED, value: "1" },
    });
  }
  alarm("MutationsNotCounted", {
    namespace: NOT_COUNTED.namespace,
    metricName: NOT_COUNTED.name,
    statistic: "Sum",
    atLeast: 10,
  });
}
