import type { Context } from "../context.ts";

/** The same context, whose transactions let something else happen between their last write and their commit. */
export function beforeCommit(ctx: Context, act: () => Promise<unknown>): Context {
  const transaction: Context["database"]["transaction"] = (work, config) =>
    ctx.database.transaction(async (tx) => {
      const result = await work(tx);
      await act();
      return result;
    }, config);
  const database = new Proxy(ctx.database, {
    get: (target, property) =>
      property === "transaction" ? transaction : (Reflect.get(target, property) as unknown),
  });
  return { ...ctx, database };
}
