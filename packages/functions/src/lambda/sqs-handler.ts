import type { Context } from "@knockon/core/context";
import type { ScanMessage } from "@knockon/core/ports/queue";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { composeAws } from "../compose/aws.ts";

type Handle = (ctx: Context, message: ScanMessage) => Promise<void>;

/** One kind of work on a queue's messages. Those that fail are named, so that SQS delivers only them again. */
export function sqsHandler(handle: Handle): (event: SQSEvent) => Promise<SQSBatchResponse> {
  const shared = composeAws(process.env);
  return async ({ Records }) => {
    const failed: string[] = [];
    for (const { messageId, body } of Records) {
      try {
        const message = JSON.parse(body) as ScanMessage;
        const { workspaceId } = message;
        await handle({ ...shared, workspaceId, actor: { type: "system" }, requestId: messageId }, message);
      } catch (error) {
        const cause = error instanceof Error ? error.stack : String(error);
        shared.log.error("message failed", { messageId, body, cause });
        failed.push(messageId);
      }
    }
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}
