import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { ScanMessage } from "@knockon/core/ports/queue";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { composeAws, type ComposePort } from "../compose/aws.ts";
import {
  interruptiblePorts,
  InterruptedError,
  workOnMessage,
  type Delivery,
  type Handle,
} from "../work-on-message.ts";

/** Time reserved before the function's timeout to release leases and return. */
export const RESERVE_MS = 10_000;

/**
 * Creates a handler of SQS messages. The response names failed messages, so that SQS redelivers only them. Messages for
 * which the time was too short are named too.
 */
export function sqsHandler(
  handle: Handle,
  composePorts: readonly ComposePort[],
): (event: SQSEvent, invocation: Pick<Context, "getRemainingTimeInMillis">) => Promise<SQSBatchResponse> {
  const shared = composeAws(process.env, composePorts);
  return async ({ Records }, invocation) => {
    const remainingMs = (): number => Math.max(0, invocation.getRemainingTimeInMillis() - RESERVE_MS);
    const context = {
      ...shared,
      ports: interruptiblePorts(shared.ports, AbortSignal.timeout(remainingMs())),
    };
    const failed: string[] = [];
    for (const record of Records) {
      try {
        if (remainingMs() === 0) throw new InterruptedError();
        await workOnMessage(context, handle, deliveryOf(record, shared.log));
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
