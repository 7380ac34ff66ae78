import { TABLE_KEY, TABLE_TTL } from "@knockon/adapters/rate-counter/dynamodb-item";
import { type Assertions, compareLists } from "./assertion.ts";

const WITHOUT_TLS = [{ test: "Bool", values: ["false"], variable: "aws:SecureTransport" }];

export const queueAssertions: Assertions = {
  "messages become dead letters after 5 receives": ({ queues }) =>
    queues
      .filter(({ holdsDeadLetters, redrive }) => !holdsDeadLetters && redrive?.maxReceiveCount !== 5)
      .map(({ name, redrive }) => `${name}: ${redrive?.maxReceiveCount ?? "no redrive policy"}`),

  "each queue has one worker": ({ queues, subscriptions }) =>
    compareLists(
      subscriptions.map(({ queue }) => queue.name),
      queues.map(({ name }) => name),
    ),

  "visibility timeouts are at least six times the function's timeout": ({ subscriptions }) =>
    subscriptions
      .filter(({ queue, worker }) => queue.visibilityTimeoutSeconds < 6 * worker.timeout)
      .map(
        ({ queue, worker }) =>
          `${queue.name}: ${queue.visibilityTimeoutSeconds} s, but the timeout of ${worker.name} is ${worker.timeout} s`,
      ),

  "workers leave concurrency to the API": ({ stage, subscriptions }) =>
    compareLists(
      subscriptions.map(
        ({ worker, scalingConfig }) => `${worker.name}: ${scalingConfig?.maximumConcurrency}`,
      ),
      [`ScanWorker: ${stage === "production" ? 50 : 2}`, "ScanDeadLetters: 2"],
    ),

  "dead letters go to their own queue, which keeps them for two weeks": ({ queues }) =>
    compareLists(
      queues.map(({ name, redrive, messageRetentionSeconds }) => {
        const target = queues.find(({ arn }) => arn === redrive?.deadLetterTargetArn)?.name ?? "nowhere";
        return `${name} → ${target}, ${messageRetentionSeconds ?? "default"}`;
      }),
      ["ScanQueueQueue → ScanQueueDeadLettersQueue, default", "ScanQueueDeadLettersQueue → nowhere, 1209600"],
    ),

  "workers take one message at a time, at once": ({ subscriptions }) =>
    subscriptions
      .filter(
        ({ batchSize, maximumBatchingWindowInSeconds: wait = 0, enabled = true }) =>
          batchSize !== 1 || wait > 0 || !enabled,
      )
      .map(
        ({ queue, batchSize, maximumBatchingWindowInSeconds: wait, enabled = true }) =>
          `${queue.name}: ${batchSize} within ${wait} s${enabled ? "" : ", disabled"}`,
      ),

  "workers report failed messages individually": ({ subscriptions }) =>
    subscriptions
      .filter(({ functionResponseTypes }) => !functionResponseTypes.includes("ReportBatchItemFailures"))
      .map(({ queue }) => queue.name),

  "the sweeper runs every minute, the garbage collector every day": ({ schedules }) =>
    compareLists(
      schedules.map(
        ({ functionName, scheduleExpression, state }) => `${functionName} at ${scheduleExpression}: ${state}`,
      ),
      ["ScanSweeper at rate(1 minute): ENABLED", "GarbageCollector at cron(30 3 * * ? *): ENABLED"],
    ),
};

export const tableAssertions: Assertions = {
  "one table exists, the mutation counter": ({ tables }) =>
    tables.length === 1 ? [] : [tables.map(({ name }) => name).join() || "none"],

  "tables have the key that the counter uses": ({ tables }) =>
    tables
      .filter(({ hashKey, rangeKey }) => hashKey !== TABLE_KEY || rangeKey !== undefined)
      .map(({ name, hashKey, rangeKey }) => `${name}: ${hashKey}, ${rangeKey ?? "no range key"}`),

  "tables expire items by the attribute that the counter writes": ({ tables }) =>
    tables
      .filter(({ ttl }) => ttl?.enabled !== true || ttl.attributeName !== TABLE_TTL)
      .map(({ name, ttl }) => `${name}: ${ttl?.attributeName ?? "never"}`),

  "tables are billed per request": ({ tables }) =>
    tables
      .filter(({ billingMode }) => billingMode !== "PAY_PER_REQUEST")
      .map(({ name, billingMode }) => `${name}: ${billingMode}`),
};

export const bucketAssertions: Assertions = {
  "buckets exist for blobs and the application only, and are private": ({ buckets }) => [
    ...compareLists(
      buckets.map(({ name }) => name),
      ["BlobsBucket", "WebAssetsBucket"],
    ),
    ...buckets
      .filter(({ blocks }) => !blocks.every((block) => block === true))
      .map(({ name }) => `${name}: public`),
  ],

  "only CloudFront reads a bucket by the bucket's policy, and everyone needs TLS": ({ buckets }) =>
    compareLists(
      buckets.flatMap(({ name, policy }) =>
        policy.map(({ effect = "Allow", actions, principals = [], conditions = [] }) =>
          [
            `${name}: ${effect} ${actions.join()} to`,
            principals.flatMap(({ identifiers }) => identifiers).join(),
            JSON.stringify(conditions),
          ].join(" "),
        ),
      ),
      [
        ...buckets.map(({ name }) => `${name}: Deny s3:* to * ${JSON.stringify(WITHOUT_TLS)}`),
        "WebAssetsBucket: Allow s3:GetObject to cloudfront.amazonaws.com []",
      ],
    ),

  "the blob bucket deletes unfinished uploads and expires nothing by age, since the current graph can be old":
    ({ buckets }) =>
      buckets
        .filter(({ name }) => name === "BlobsBucket")
        .flatMap(({ name, lifecycle }) => [
          ...(lifecycle.some(({ abortIncompleteMultipartUpload: abort }) => abort?.daysAfterInitiation === 1)
            ? []
            : [`${name}: keeps unfinished uploads`]),
          ...lifecycle.filter(({ expiration }) => expiration).map(({ id }) => `${name}: ${id} expires`),
        ]),
};
