import type { Evaluation, Inputs, Resource } from "./resource.ts";
import { routeRequests } from "./route-request.ts";

/** `physicalName` is the name in AWS. */
type Named<T extends keyof Inputs> = Inputs[T] & { name: string; physicalName: string; arn: string };

export type Cloud = ReturnType<typeof readCloud>;

/** Returns a stage's resources, joined by their references. Throws if a reference has no target. */
export function readCloud({ app, domain, resources, bundles }: Evaluation) {
  const all = <T extends keyof Inputs>(type: T): Named<T>[] =>
    resources
      .filter((resource) => resource.type === type)
      .map(({ name, arn, inputs }) => ({
        ...(inputs as Inputs[T]),
        name,
        physicalName: nameOf(inputs),
        arn,
      }));

  const roles = all("aws:iam/role:Role");
  const functions = all("aws:lambda/function:Function").map((fn) => ({
    ...fn,
    name: fn.name.replace(/Function$/u, ""),
    variables: fn.environment?.variables ?? {},
    statements: getByArn(roles, fn.role).inlinePolicies.flatMap(readStatements),
    managedPolicies: getByArn(roles, fn.role).managedPolicyArns ?? [],
  }));
  const distributions = all("aws:cloudfront/distribution:Distribution");
  const integrations = all("aws:apigatewayv2/integration:Integration");
  const tables = all("aws:dynamodb/table:Table");
  const buckets = readBuckets();
  const queues = readQueues(all("aws:sqs/queue:Queue"));
  const functionNamed = (physicalName: string): string =>
    functions.find((fn) => fn.physicalName === physicalName)?.name ?? physicalName;
  return {
    stage: app.stage,
    bundles,
    functions,
    roles,
    permissions: all("aws:lambda/permission:Permission").map((permission) => ({
      ...permission,
      functionName:
        functions.find(({ arn, physicalName }) => [arn, physicalName].includes(permission.function))?.name ??
        permission.function,
    })),
    queues,
    route: routeRequests(resources),
    domain,
    address:
      domain === null ? distributions.map(({ name }) => `https://${name}.test`).join() : `https://${domain}`,
    distributions,
    dnsRecords: all("aws:route53/record:Record").map(({ physicalName, type }) => `${type} ${physicalName}`),
    routerFunctions: all("aws:cloudfront/function:Function"),
    logGroups: all("aws:cloudwatch/logGroup:LogGroup"),
    headersPolicies: all("aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy"),
    files: readFiles(resources),
    cachePolicies: all("aws:cloudfront/cachePolicy:CachePolicy"),
    urls: all("aws:lambda/functionUrl:FunctionUrl").map((url) => ({
      ...url,
      functionName: functionNamed(url.functionName),
    })),
    alarms: all("aws:cloudwatch/metricAlarm:MetricAlarm"),
    topics: all("aws:sns/topic:Topic"),
    subscriptionsOfTopics: all("aws:sns/topicSubscription:TopicSubscription"),
    budgets: all("aws:budgets/budget:Budget"),
    dashboards: all("aws:cloudwatch/dashboard:Dashboard"),
    /** Returns the name of a function, queue, table or bucket in the program, by its name in AWS. */
    nameOf: (physicalName: string): string =>
      [...functions, ...queues, ...tables, ...buckets].find((one) => one.physicalName === physicalName)
        ?.name ?? physicalName,
    logMetrics: all("aws:cloudwatch/logMetricFilter:LogMetricFilter").map(
      ({ logGroupName, pattern, metricTransformation: metric }) => ({
        functionName:
          functions.find(({ loggingConfig }) => loggingConfig.logGroup === logGroupName)?.name ?? "",
        pattern,
        metric,
      }),
    ),
    buckets,
    routes: all("aws:apigatewayv2/route:Route").map(({ routeKey, target }) => {
      const integration = integrations.find(({ name }) => target === `integrations/${name}-id`);
      return { key: routeKey, functionName: getByArn(functions, integration?.integrationUri).name };
    }),
    subscriptions: all("aws:lambda/eventSourceMapping:EventSourceMapping").map((subscription) => ({
      ...subscription,
      queue: getByArn(queues, subscription.eventSourceArn),
      worker: getByArn(functions, subscription.functionName),
    })),
    schedules: all("aws:scheduler/schedule:Schedule").map(({ scheduleExpression, state, target }) => ({
      scheduleExpression,
      state,
      functionName: getByArn(functions, target.arn).name,
      invokes: getByArn(roles, target.roleArn)
        .inlinePolicies.flatMap(readStatements)
        .flatMap(({ resources: arns }) => arns.map((arn) => getByArn(functions, arn).name)),
    })),
    tables,
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

  function readBuckets() {
    const blocks = all("aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock");
    const policies = all("aws:s3/bucketPolicy:BucketPolicy");
    const lifecycles = all("aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration");
    return all("aws:s3/bucket:Bucket").map(({ name, bucket }) => {
      const block = blocks.find((one) => one.bucket === bucket);
      return {
        name,
        physicalName: bucket,
        blocks: [
          block?.blockPublicAcls,
          block?.ignorePublicAcls,
          block?.blockPublicPolicy,
          block?.restrictPublicBuckets,
        ],
        policy: policies.filter((one) => one.bucket === bucket).flatMap(readStatements),
        lifecycle: lifecycles.find((one) => one.bucket === bucket)?.rules ?? [],
      };
    });
  }
}

const nameOf = (inputs: object): string => ("name" in inputs ? String(inputs.name) : "");

interface StoredFile {
  key: string;
  cacheControl: string;
  contentType: string;
}

/** Returns the files that a deployment uploads to buckets. */
const readFiles = (resources: readonly Resource[]): StoredFile[] =>
  resources
    .filter(({ name }) => name.endsWith(".BucketFiles"))
    .flatMap(({ inputs }) => (inputs as { files: StoredFile[] }).files);

interface Statement {
  /** `Allow` by default. */
  effect?: string;
  actions: string[];
  resources: string[];
  principals?: { identifiers: string[] }[];
  conditions?: object[];
}

const readStatements = ({ policy }: { policy: string }) =>
  (JSON.parse(policy) as { statements: Statement[] }).statements;

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
