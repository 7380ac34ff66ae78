import type { Database, Transaction } from "@knockon/db/database";
import type { Context } from "../../context.ts";
import type { ScanMessage } from "../../ports/queue.ts";
import { type Call, faultyPorts } from "./faulty-ports.ts";
import type { Simulation } from "./simulation.ts";

/** The process crashed; the rest of its work is not done. */
export class Crash extends Error {}

export interface About {
  name: string;
  /** The scan that the process works for. */
  scanId?: string;
  /** The kind of message that the process handles, if any. */
  handles?: ScanMessage["kind"];
}

/** A simulated process. Only one process runs at any time. */
export interface Process extends About {
  /** The next call; undefined after the process has ended. */
  readonly next: string | undefined;
  /** Makes the next call and runs to the one after it or to the end. Rejects with the error of the work. */
  step(): Promise<void>;
}

/** Waits until the scheduler allows the call. */
export type Gate = (call: string) => Promise<void>;

/** Starts a process, which waits for its first step. */
export function startProcess(about: About, work: (gate: Gate) => Promise<void>): Process {
  let next: string | undefined;
  let resume = (): void => {};
  let arrived = Promise.withResolvers<void>();
  const gate: Gate = (call) => {
    const mayContinue = Promise.withResolvers<void>();
    next = call;
    resume = mayContinue.resolve;
    arrived.resolve();
    return mayContinue.promise;
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

/**
 * Returns a process's context, in which every call waits at the gate and may crash. A transaction is a single call, so schedules
 * interleave commits and never wait for a lock.
 */
export function processContext(simulation: Simulation, about: About, gate: Gate): Context {
  const { ctx, faults, ledger, log } = simulation;
  let isCrashed = false;
  let isInTransaction = false;

  const crash = (where: string): never => {
    if (!isCrashed) log(`${about.name} crashes ${where}`);
    isCrashed = true;
    throw new Crash();
  };
  const maybeCrash = (where: string): void => {
    if (isCrashed || faults.dies()) crash(where);
  };
  const call: Call = async (what, work) => {
    if (!isCrashed && !isInTransaction) await gate(what);
    maybeCrash(`before: ${what}`);
    const result = await work();
    maybeCrash(`after: ${what}`);
    return result;
  };
  const commit = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    isInTransaction = true;
    try {
      return await ctx.database.transaction(async (tx) => {
        const done = await work(tx);
        maybeCrash("before its commit");
        return done;
      });
    } finally {
      isInTransaction = false;
    }
  };
  const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    call("a transaction", () => ledger.watch(about, () => commit(work)));

  return {
    ...ctx,
    database: withTransaction(ctx.database, transaction),
    ports: faultyPorts(simulation, { call, die: crash }, about),
    log: {
      info: (message) => log(`${about.name}: ${message}`),
      error: (message) => log(`${about.name}: ${message}`),
    },
  };
}

const withTransaction = (
  database: Database,
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): Database =>
  new Proxy(database, {
    get: (target, property) =>
      property === "transaction" ? transaction : (Reflect.get(target, property) as unknown),
  });
