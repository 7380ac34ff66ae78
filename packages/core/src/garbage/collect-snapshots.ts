import type { Transaction } from "@knockon/db/database";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, gt, inArray, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Context } from "../context.ts";
import { AT_ONCE, throughIds } from "./in-batches.ts";

/** The last of each repository; the current one can be older. */
const KEPT = 5;

/**
 * Deletes the snapshots of before that are neither current nor among the last of their repository, and that no scan is
 * about to publish. A candidate is locked first and looked at again then: a scan that takes it up meanwhile either
 * holds a lock on it, or waits, and reads the commit anew.
 */
export const collectSnapshots = (ctx: Context, before: Date): Promise<number> =>
  throughIds(ctx, async (tx, after) => {
    const unused = isUnused(tx);
    const candidates = await tx
      .select({ id: snapshot.id })
      .from(snapshot)
      .where(and(gt(snapshot.id, after), lt(snapshot.createdAt, before), unused))
      .orderBy(asc(snapshot.id))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const ids = candidates.map((one) => one.id);
    const { rowCount } = await tx.delete(snapshot).where(and(inArray(snapshot.id, ids), unused));
    return { ids, deleted: rowCount ?? 0 };
  });

const isUnused = (tx: Transaction) => and(isSuperseded(tx), notExists(current(tx)), notExists(awaited(tx)));

/** Older than the fifth from the end; false while there are fewer. */
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

/** What a scan under way read or reused: it becomes current when the scan is published. */
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
