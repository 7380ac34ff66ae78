import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { LEAST_UUID } from "@knockon/db/bulk";
import type { Context } from "../context.ts";

/** Rows per statement and transaction, small enough that others do not wait long for its locks. */
export const BATCH_SIZE = 1000;

interface Batch {
  /** The candidates, in the order of their IDs. */
  ids: string[];
  deleted: number;
}

/** Goes through a table once, in batches ordered by ID. Returns the number of deleted rows. */
export async function deleteByIdOrder(
  ctx: Context,
  collect: (tx: Transaction, after: string) => Promise<Batch>,
): Promise<number> {
  let deleted = 0;
  let after: string | undefined = LEAST_UUID;
  while (after !== undefined) {
    const batch: Batch = await inWorkspace(ctx, (tx) => collect(tx, after ?? LEAST_UUID));
    deleted += batch.deleted;
    after = batch.ids.length === BATCH_SIZE ? batch.ids.at(-1) : undefined;
  }
  return deleted;
}

/** Repeats a bounded deletion until it finds nothing. Returns the number of deleted rows. */
export async function deleteUntilNone(
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
