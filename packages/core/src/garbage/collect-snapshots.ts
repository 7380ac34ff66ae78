import type { Transaction } from "@knockon/db/database";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, gt, inArray, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context } from "../context.ts";
import { BATCH_SIZE, deleteByIdOrder } from "./batches.ts";

/** The newest snapshots to keep per repository, in addition to the current one. */
const KEPT = 5;

/**
 * Deletes old snapshots that are not current, not among the newest of their repository, and not awaiting a publish. Candidates are
 * locked and then checked again: a scan that reuses one either holds a lock on it, or waits and reads the commit again.
 */
export const collectSnapshots = (ctx: Context, before: Date): Promise<number> =>
  deleteByIdOrder(ctx, async (tx, after) => {
    const unused = isUnused(tx);
    const candidates = await tx
      .select({ id: snapshot.id })
      .from(snapshot)
      .where(and(gt(snapshot.id, after), lt(snapshot.createdAt, before), unused))
      .orderBy(asc(snapshot.id))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true });
    const ids = candidates.map((one) => one.id);
    const { rowCount } = await tx.delete(snapshot).where(and(inArray(snapshot.id, ids), unused));
    return { ids, deleted: rowCount ?? 0 };
  });

const isUnused = (tx: Transaction) => and(isSuperseded(tx), notExists(current(tx)), notExists(awaited(tx)));

/** Selects snapshots older than the fifth newest of their repository. */
function isSuperseded(tx: Transaction) {
  const later = alias(snapshot, "later");
  const fifthLast = tx
    .select({ createdAt: later.createdAt })
    .from(later)
    .where(eq(later.repositoryId, snapshot.repositoryId))
    .orderBy(sql`${later.createdAt} desc`)
    .limit(1)
    .offset(KEPT - 1);
  return lt(snapshot.createdAt, sql`(${fifthLast})`);
}

const current = (tx: Transaction) =>
  tx
    .select({ one: sql`1` })
    .from(repository)
    .where(and(eq(repository.id, snapshot.repositoryId), eq(repository.snapshotId, snapshot.id)));

/** Selects the snapshots of a scan in flight, which become current when it is published. */
const awaited = (tx: Transaction) =>
  tx
    .select({ one: sql`1` })
    .from(repository)
    .innerJoin(
      scan,
      and(eq(scan.connectedOrgId, repository.connectedOrgId), inArray(scan.status, ["pending", "running"])),
    )
    .innerJoin(
      scanRepository,
      and(eq(scanRepository.scanId, scan.id), eq(scanRepository.repositoryId, repository.id)),
    )
    .where(and(eq(repository.id, snapshot.repositoryId), eq(scanRepository.snapshotId, snapshot.id)));

/**
 * Deletes old extractions without a snapshot. Candidates are locked and then checked again: a scan with the same content either holds
 * the lock until its snapshot is stored, or waits and stores the extraction again.
 */
export const collectExtractions = (ctx: Context, before: Date): Promise<number> =>
  deleteByIdOrder(ctx, async (tx, after) => {
    const unused = notExists(snapshotOf(tx));
    const candidates = await tx
      .select({ id: extraction.id })
      .from(extraction)
      .where(and(gt(extraction.id, after), lt(extraction.createdAt, before), unused))
      .orderBy(asc(extraction.id))
      .limit(BATCH_SIZE)
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
