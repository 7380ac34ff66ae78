import type { ScanMessage } from "@knockon/core/ports/queue";
import { handleMessage } from "@knockon/core/scan/handle-message";
import type { SharedContext } from "@knockon/api/serve-route";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { composeAws } from "../compose/aws.ts";

const shared = composeAws(process.env);

/** The scan's messages. Those that fail are named, so that SQS delivers only them again. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const record of event.Records) {
    if (!(await succeeds(shared, record))) failed.push(record.messageId);
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function succeeds(context: SharedContext, record: SQSRecord): Promise<boolean> {
  try {
    const message = JSON.parse(record.body) as ScanMessage;
    const { workspaceId } = message;
    await handleMessage(
      { ...context, workspaceId, actor: { type: "system" }, requestId: record.messageId },
      message,
    );
    return true;
  } catch (error) {
    const cause = error instanceof Error ? error.stack : String(error);
    context.log.error("message failed", { messageId: record.messageId, body: record.body, cause });
    return false;
  }
}
