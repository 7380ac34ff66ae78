import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { LEAST_UUID } from "@knockon/db/least-uuid";
import type { Context } from "../context.ts";

/** Rows of one statement and one transaction: whoever waits for it does not wait long. */
export const AT_ONCE = 1000;

interface Batch {
  /** What was looked at, in the order of ids. */
  ids: string[];
  deleted: number;
}

/** Goes through a table once, `AT_ONCE` candidates at a time and in their order; returns how many were deleted. */
export async function throughIds(
  ctx: Context,
  collect: (tx: Transaction, after: string) => Promise<Batch>,
): Promise<number> {
  let deleted = 0;
  let after: string | undefined = LEAST_UUID;
  while (after !== undefined) {
    const batch: Batch = await inWorkspace(ctx, (tx) => collect(tx, after ?? LEAST_UUID));
    deleted += batch.deleted;
    after = batch.ids.length === AT_ONCE ? batch.ids.at(-1) : undefined;
  }
  return deleted;
}

/** Repeats a bounded deletion until it finds nothing; returns how many rows were deleted. */
export async function untilNone(
  ctx: Context,
  deleteSome: (tx: Transaction) => Promise<{ rowCount: number | null }>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await inWorkspace(ctx, deleteSome);
    if (!rowCount) return deleted;
    deleted += rowCount;
  }
}
