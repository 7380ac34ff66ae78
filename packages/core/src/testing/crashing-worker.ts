import type { Context } from "../context.ts";
import type { Random } from "./random.ts";

/** The process is gone: nothing that it would still have done is done. */
export class Crash extends Error {}

/**
 * The context of a process that may die before or after each commit, and between the messages it sends. Once dead, it
 * does nothing more.
 */
export function crashingWorker(ctx: Context, random: Random, probability: number): Context {
  let isDead = false;
  const perhapsDie = (): void => {
    isDead ||= random() < probability;
    if (isDead) throw new Crash();
  };
  const transaction: Context["database"]["transaction"] = async (work, config) => {
    const result = await ctx.database.transaction(async (tx) => {
      const done = await work(tx);
      perhapsDie();
      return done;
    }, config);
    perhapsDie();
    return result;
  };
  const database = new Proxy(ctx.database, {
    get: (target, property) =>
      property === "transaction" ? transaction : (Reflect.get(target, property) as unknown),
  });
  const { queue } = ctx.ports;
  return {
    ...ctx,
    database,
    ports: {
      ...ctx.ports,
      queue: {
        async send(messages) {
          for (const message of messages) {
            perhapsDie();
            await queue.send([message]);
          }
          perhapsDie();
        },
      },
    },
  };
}
