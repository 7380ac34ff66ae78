import { type Assertions, compareLists } from "./assertion.ts";

export const queueAssertions: Assertions = {
  "queues give a message up after 5 receives": ({ queues }) =>
    queues
      .filter(({ holdsDeadLetters, redrive }) => !holdsDeadLetters && redrive?.maxReceiveCount !== 5)
      .map(({ name, redrive }) => `${name}: ${redrive?.maxReceiveCount ?? "no redrive policy"}`),

  "queues have one worker each": ({ queues, subscriptions }) =>
    compareLists(
      subscriptions.map(({ queue }) => queue.name),
      queues.map(({ name }) => name),
    ),

  "messages stay invisible for six times their function's timeout": ({ subscriptions }) =>
    subscriptions
      .filter(({ queue, worker }) => queue.visibilityTimeoutSeconds < 6 * worker.timeout)
      .map(
        ({ queue, worker }) =>
          `${queue.name}: ${queue.visibilityTimeoutSeconds} s, but ${worker.name} may run ${worker.timeout} s`,
      ),

  "workers take one message at a time": ({ subscriptions }) =>
    subscriptions
      .filter(({ batchSize }) => batchSize !== 1)
      .map(({ queue, batchSize }) => `${queue.name}: ${batchSize}`),

  "workers report which message failed": ({ subscriptions }) =>
    subscriptions
      .filter(({ functionResponseTypes }) => !functionResponseTypes.includes("ReportBatchItemFailures"))
      .map(({ queue }) => queue.name),

  "the sweeper runs each minute, the garbage collector each day": ({ schedules }) =>
    compareLists(
      schedules.map(({ functionName, scheduleExpression }) => `${functionName} at ${scheduleExpression}`),
      ["ScanSweeper at rate(1 minute)", "GarbageCollector at cron(30 3 * * ? *)"],
    ),
};
