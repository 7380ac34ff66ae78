import type { Database, Transaction } from "@knockon/db/database";
import type { Context } from "../../context.ts";
import { faultyPorts, type Call } from "./faulty-ports.ts";
import { Crash, type About, type Gate } from "./process.ts";
import type { Simulation } from "./simulation.ts";

/**
 * The outside as one process has it: every call waits at the gate, and may be its last. A transaction is one call with
 * all that happens in it, so schedules interleave commits and never wait for a lock.
 */
export function processContext(simulation: Simulation, about: About, gate: Gate): Context {
  const { ctx, faults, ledger, log } = simulation;
  let isDead = false;
  let isInTransaction = false;

  const die = (where: string): never => {
    if (!isDead) log(`${about.name} dies ${where}`);
    isDead = true;
    throw new Crash();
  };
  const perhapsDie = (where: string): void => {
    if (isDead || faults.dies()) die(where);
  };
  const call: Call = async (what, work) => {
    if (!isDead && !isInTransaction) await gate(what);
    perhapsDie(`before: ${what}`);
    const result = await work();
    perhapsDie(`after: ${what}`);
    return result;
  };
  const commit = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    isInTransaction = true;
    try {
      return await ctx.database.transaction(async (tx) => {
        const done = await work(tx);
        perhapsDie("before its commit");
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
    ports: faultyPorts(simulation, { call, die }, about),
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
