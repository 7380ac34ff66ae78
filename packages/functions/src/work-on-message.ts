import type { SharedContext } from "@knockon/api/serve-route";
import { withFields, type Context } from "@knockon/core/context";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { describeFault } from "@knockon/core/describe-fault";

export type Handle = (ctx: Context, message: ScanMessage) => Promise<void>;

/** A message as a queue handed it over. */
export interface Delivery {
  message: ScanMessage;
  messageId: string;
  receiveCount: number;
}

/** The process ends, and with it the work; whoever takes the message next begins again. */
export class InterruptedError extends Error {}

/**
 * Has a message handled; rejects if that failed, and has then told why. Every line that is logged meanwhile says which
 * message it is about, and the last one how the work ended and how long it took.
 */
export async function workOnMessage(
  shared: SharedContext,
  handle: Handle,
  { message, messageId, receiveCount }: Delivery,
): Promise<void> {
  const { workspaceId } = message;
  const log = withFields(shared.log, { ...message, messageId, receiveCount });
  const begun = performance.now();
  const soFar = () => ({ durationMs: Math.round(performance.now() - begun) });
  try {
    await handle({ ...shared, log, workspaceId, actor: { type: "system" }, requestId: messageId }, message);
    log.info("message handled", soFar());
  } catch (error) {
    if (error instanceof InterruptedError) log.info("message interrupted", soFar());
    else log.error("message failed", { ...soFar(), cause: describeFault(error) });
    throw error;
  }
}
