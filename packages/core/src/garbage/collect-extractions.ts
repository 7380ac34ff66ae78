import type { Transaction } from "@knockon/db/database";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { and, asc, eq, gt, inArray, lt, notExists, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { AT_ONCE, throughIds } from "./in-batches.ts";

/**
 * Deletes the extractions of before that no snapshot uses. A candidate is locked first and looked at again then: a
 * scan that finds the same content meanwhile either holds its lock until its snapshot is there, or waits, and stores it anew.
 */
export const collectExtractions = (ctx: Context, before: Date): Promise<number> =>
  throughIds(ctx, async (tx, after) => {
    const unused = notExists(snapshotOf(tx));
    const candidates = await tx
      .select({ id: extraction.id })
      .from(extraction)
      .where(and(gt(extraction.id, after), lt(extraction.createdAt, before), unused))
      .orderBy(asc(extraction.id))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const ids = candidates.map((one) => one.id);
    const { rowCount } = await tx.delete(extraction).where(and(inArray(extraction.id, ids), unused));
    return { ids, deleted: rowCount ?? 0 };
  });

const snapshotOf = (tx: Transaction) =>
  tx
    .select({ one: sql`1` })
    .from(snapshot)
    .where(eq(snapshot.extractionId, extraction.id));
