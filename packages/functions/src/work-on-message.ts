import type { SharedContext } from "@knockon/api/serve-route";
import { withFields, type Context, type Ports } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { ScanMessage } from "@knockon/core/ports/queue";

export type Handle = (ctx: Context, message: ScanMessage) => Promise<void>;

/** A message as the queue delivered it. */
export interface Delivery {
  message: ScanMessage;
  messageId: string;
  receiveCount: number;
}

/** The process is about to end. The next delivery of the message repeats its work. */
export class InterruptedError extends Error {}

/**
 * Handles a message. Every log line carries the message's fields, and the last one the outcome and duration. Logs and rethrows
 * failures.
 */
export async function workOnMessage(
  shared: SharedContext,
  handle: Handle,
  { message, messageId, receiveCount }: Delivery,
): Promise<void> {
  const { workspaceId } = message;
  const log = withFields(shared.log, { ...message, messageId, receiveCount });
  const started = performance.now();
  const duration = () => ({ durationMs: Math.round(performance.now() - started) });
  try {
    await handle({ ...shared, log, workspaceId, actor: { type: "system" }, requestId: messageId }, message);
    log.info("message handled", duration());
  } catch (error) {
    if (error instanceof InterruptedError) log.info("message interrupted", duration());
    else log.error("message failed", { ...duration(), cause: describeFault(error) });
    throw error;
  }
}

/**
 * Wraps ports so that work can be interrupted: after the signal, reads from git hosts and extraction reject with
 * InterruptedError, and the work returns its leases. Writes are not interrupted.
 */
export function interruptiblePorts(ports: Ports, signal: AbortSignal): Ports {
  const orInterrupted = <T>(work: Promise<T>): Promise<T> => interruptible(work, signal);
  const interrupted: Pick<Ports, "openGitHost" | "extractor"> = {
    openGitHost(org) {
      const host = ports.openGitHost(org);
      return {
        changes: host.changes,
        identify: () => orInterrupted(host.identify()),
        listRepositories: (cursor) => orInterrupted(host.listRepositories(cursor)),
        findRepositories: (platformIds) => orInterrupted(host.findRepositories(platformIds)),
        openSnapshot: (repository, commitSha) => orInterrupted(host.openSnapshot(repository, commitSha)),
        async openHistory(...args) {
          const history = await orInterrupted(host.openHistory(...args));
          return { ...history, pages: eachOf(history.pages, orInterrupted) };
        },
      };
    },
    get extractor(): Ports["extractor"] {
      const { extractor } = ports;
      return {
        ...extractor,
        extract: (repository, snapshot) => orInterrupted(extractor.extract(repository, snapshot)),
        extractInterfaces: (...args) => orInterrupted(extractor.extractInterfaces(...args)),
      };
    },
  };
  // Inherits the other ports. Copying them would access ports that the function does not have, which throws.
  return Object.setPrototypeOf(interrupted, ports) as Ports;
}

/** Iterates over the source. After an interruption, does not wait for the source to close. */
async function* eachOf<T>(
  source: AsyncIterable<T>,
  orInterrupted: <R>(work: Promise<R>) => Promise<R>,
): AsyncGenerator<T> {
  const items = source[Symbol.asyncIterator]();
  try {
    for (let next = await orInterrupted(items.next()); !next.done; next = await orInterrupted(items.next())) {
      yield next.value;
    }
  } finally {
    void items.return?.().catch(() => {});
  }
}

async function interruptible<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (): void => reject(new InterruptedError());
  signal.addEventListener("abort", interrupt);
  if (signal.aborted) interrupt();
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}
