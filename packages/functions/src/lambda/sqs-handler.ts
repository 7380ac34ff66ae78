import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { ScanMessage } from "@knockon/core/ports/queue";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { composeAws, type ComposePort } from "../compose/aws.ts";
import { workOnMessage, type Delivery, type Handle } from "../work-on-message.ts";

/** One kind of work on a queue's messages. Those that fail are named, so that SQS delivers only them again. */
export function sqsHandler(
  handle: Handle,
  composePorts: readonly ComposePort[],
): (event: SQSEvent) => Promise<SQSBatchResponse> {
  const shared = composeAws(process.env, composePorts);
  return async ({ Records }) => {
    const failed: string[] = [];
    for (const record of Records) {
      try {
        await workOnMessage(shared, handle, deliveryOf(record, shared.log));
      } catch {
        failed.push(record.messageId);
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

function deliveryOf({ messageId, body, attributes }: SQSRecord, log: Logger): Delivery {
  try {
    const message = JSON.parse(body) as ScanMessage;
    return { message, messageId, receiveCount: Number(attributes.ApproximateReceiveCount) };
  } catch (error) {
    log.error("message unreadable", { messageId, cause: describeFault(error) });
    throw error;
  }
}
