import type { Resource } from "./resource.ts";

/** The inputs that the assertions look at, as AWS names them. */
interface Inputs {
  "aws:lambda/function:Function": {
    role: string;
    timeout: number;
    runtime: string;
    architectures: string[];
    environment?: { variables: Record<string, string> };
  };
  "aws:iam/role:Role": { inlinePolicies: { policy: string }[] };
  "aws:apigatewayv2/api:Api": { corsConfiguration?: { allowOrigins?: string[] } };
  "aws:apigatewayv2/route:Route": { routeKey: string; target: string };
  "aws:apigatewayv2/integration:Integration": { integrationUri: string };
  "aws:sqs/queue:Queue": { visibilityTimeoutSeconds: number; redrivePolicy?: string };
  "aws:lambda/eventSourceMapping:EventSourceMapping": {
    eventSourceArn: string;
    functionName: string;
    batchSize: number;
    functionResponseTypes: string[];
  };
  "aws:scheduler/schedule:Schedule": { scheduleExpression: string; target: { arn: string } };
  "aws:dynamodb/table:Table": {
    billingMode: string;
    hashKey: string;
    rangeKey?: string;
    ttl?: { enabled: boolean; attributeName: string };
  };
  "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration": { corsRules: { allowedOrigins: string[] }[] };
}

type Named<T extends keyof Inputs> = Inputs[T] & { name: string; arn: string };

export type Cloud = ReturnType<typeof readCloud>;

/** A stage's resources, joined as AWS would join them. Throws when one end of a connection is missing. */
export function readCloud(resources: readonly Resource[]) {
  const all = <T extends keyof Inputs>(type: T): Named<T>[] =>
    resources
      .filter((resource) => resource.type === type)
      .map(({ name, arn, inputs }) => ({ ...(inputs as Inputs[T]), name, arn }));

  const roles = all("aws:iam/role:Role");
  const functions = all("aws:lambda/function:Function").map((fn) => ({
    ...fn,
    name: fn.name.replace(/Function$/u, ""),
    variables: fn.environment?.variables ?? {},
    statements: getByArn(roles, fn.role).inlinePolicies.flatMap(readStatements),
  }));
  const integrations = all("aws:apigatewayv2/integration:Integration");
  const queues = readQueues(all("aws:sqs/queue:Queue"));
  return {
    functions,
    queues,
    routes: all("aws:apigatewayv2/route:Route").map(({ routeKey, target }) => {
      const integration = integrations.find(({ name }) => target === `integrations/${name}-id`);
      return { key: routeKey, functionName: getByArn(functions, integration?.integrationUri).name };
    }),
    subscriptions: all("aws:lambda/eventSourceMapping:EventSourceMapping").map((subscription) => ({
      ...subscription,
      queue: getByArn(queues, subscription.eventSourceArn),
      worker: getByArn(functions, subscription.functionName),
    })),
    schedules: all("aws:scheduler/schedule:Schedule").map(({ scheduleExpression, target }) => ({
      scheduleExpression,
      functionName: getByArn(functions, target.arn).name,
    })),
    tables: all("aws:dynamodb/table:Table"),
    corsOrigins: [
      ...all("aws:apigatewayv2/api:Api").map(({ name, corsConfiguration }) => ({
        name,
        origins: corsConfiguration?.allowOrigins ?? [],
      })),
      ...all("aws:s3/bucketCorsConfiguration:BucketCorsConfiguration").map(({ name, corsRules }) => ({
        name,
        origins: corsRules.flatMap(({ allowedOrigins }) => allowedOrigins),
      })),
    ],
  };
}

const readStatements = ({ policy }: { policy: string }) =>
  (JSON.parse(policy) as { statements: { actions: string[]; resources: string[] }[] }).statements;

function readQueues(queues: Named<"aws:sqs/queue:Queue">[]) {
  const redriven = queues.map(({ redrivePolicy, ...queue }) => ({
    ...queue,
    redrive: JSON.parse(redrivePolicy ?? "null") as {
      deadLetterTargetArn: string;
      maxReceiveCount: number;
    } | null,
  }));
  const targets = new Set(redriven.map(({ redrive }) => redrive?.deadLetterTargetArn));
  return redriven.map((queue) => ({ ...queue, holdsDeadLetters: targets.has(queue.arn) }));
}

function getByArn<T extends { arn: string }>(resources: readonly T[], arn: string | undefined): T {
  const found = resources.find((resource) => resource.arn === arn);
  if (!found) throw new Error(`${arn} is not among ${resources.map((resource) => resource.arn).join(", ")}.`);
  return found;
}
