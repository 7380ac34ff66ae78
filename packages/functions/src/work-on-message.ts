import type { SharedContext } from "@knockon/api/serve-route";
import { withFields, type Context } from "@knockon/core/context";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { describeFault } from "@knockon/core/describe-fault";

export type Handle = (ctx: Context, message: ScanMessage) => Promise<void>;

/** A message as received from a queue. */
export interface Delivery {
  message: ScanMessage;
  messageId: string;
  receiveCount: number;
}

/** The process is shutting down. The next delivery of the message starts over. */
export class InterruptedError extends Error {}

/**
 * Handles a message; logs and rethrows a failure. Every log line has the fields of the message, and the last one has the
 * outcome and duration.
 */
export async function workOnMessage(
  shared: SharedContext,
  handle: Handle,
  { message, messageId, receiveCount }: Delivery,
): Promise<void> {
  const { workspaceId } = message;
  const log = withFields(shared.log, { ...message, messageId, receiveCount });
  const begun = performance.now();
  const duration = () => ({ durationMs: Math.round(performance.now() - begun) });
  try {
    await handle({ ...shared, log, workspaceId, actor: { type: "system" }, requestId: messageId }, message);
    log.info("message handled", duration());
  } catch (error) {
    if (error instanceof InterruptedError) log.info("message interrupted", duration());
    else log.error("message failed", { ...duration(), cause: describeFault(error) });
    throw error;
  }
}
