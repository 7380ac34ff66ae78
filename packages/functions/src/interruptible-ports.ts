import type { Ports } from "@knockon/core/context";
import { InterruptedError } from "./work-on-message.ts";

/**
 * Returns ports whose reads from outside reject with InterruptedError when the signal aborts, so that the work can
 * release its lease. Writes are not interrupted.
 */
export function interruptiblePorts(ports: Ports, signal: AbortSignal): Ports {
  const orInterrupted = <T>(work: Promise<T>): Promise<T> => interruptible(work, signal);
  const interrupted: Pick<Ports, "openGitHost" | "extractor"> = {
    openGitHost(org) {
      const host = ports.openGitHost(org);
      return {
        identify: () => orInterrupted(host.identify()),
        listRepositories: (cursor) => orInterrupted(host.listRepositories(cursor)),
        findRepositories: (platformIds) => orInterrupted(host.findRepositories(platformIds)),
        openSnapshot: (repository, commitSha) => orInterrupted(host.openSnapshot(repository, commitSha)),
        async openHistory(...asked) {
          const history = await orInterrupted(host.openHistory(...asked));
          return { ...history, pages: eachOf(history.pages, orInterrupted) };
        },
      };
    },
    get extractor(): Ports["extractor"] {
      const { extractor } = ports;
      return {
        ...extractor,
        extract: (repository, snapshot) => orInterrupted(extractor.extract(repository, snapshot)),
      };
    },
  };
  // Inherit instead of copying: accessing a port that was not given must still throw.
  return Object.setPrototypeOf(interrupted, ports) as Ports;
}

/** Does not wait for the source when it is interrupted. */
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
