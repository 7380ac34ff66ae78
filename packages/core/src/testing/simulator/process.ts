import type { ScanMessage } from "../../ports/queue.ts";

/** The process is gone: nothing that it would still have done is done. */
export class Crash extends Error {}

export interface About {
  name: string;
  /** The scan that its work belongs to. */
  scanId?: string;
  /** The kind of message that it handles, if it does. */
  handles?: ScanMessage["kind"];
}

/** Something that is under way beside others, though only one of them runs at any time. */
export interface Process extends About {
  /** The call that it waits to make; undefined when it is over. */
  readonly next: string | undefined;
  /** Lets it make that call and go on to the next, or to its end. Rejects with what its work rejects with. */
  step(): Promise<void>;
}

/** Waits until the scheduler lets the process make this call. */
export type Gate = (call: string) => Promise<void>;

/** Waits at its beginning for the first step. */
export function startProcess(about: About, work: (gate: Gate) => Promise<void>): Process {
  let next: string | undefined;
  let resume = (): void => {};
  let arrived = Promise.withResolvers<void>();
  const gate: Gate = (call) => {
    const mayGoOn = Promise.withResolvers<void>();
    next = call;
    resume = mayGoOn.resolve;
    arrived.resolve();
    return mayGoOn.promise;
  };
  const end = (settle: () => void): void => {
    next = undefined;
    settle();
  };
  gate("begin")
    .then(() => work(gate))
    .then(
      () => end(() => arrived.resolve()),
      (error: unknown) => end(() => arrived.reject(error)),
    );
  return {
    ...about,
    get next() {
      return next;
    },
    step() {
      arrived = Promise.withResolvers<void>();
      resume();
      return arrived.promise;
    },
  };
}
