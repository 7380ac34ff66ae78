import type { Ports } from "@knockon/core/context";
import { InterruptedError } from "./work-on-message.ts";

/**
 * The ports of work that can be broken off: whatever it reads from outside rejects with InterruptedError at the
 * signal, and the work gives back what it leased. What it writes it writes to the end.
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
  // Inherited, not copied: a port that a function was not given still says so when it is asked for.
  return Object.setPrototypeOf(interrupted, ports) as Ports;
}

/** What is broken off is let go of without waiting for it. */
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
