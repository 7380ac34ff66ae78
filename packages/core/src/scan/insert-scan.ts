import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { scan } from "@knockon/db/schema/scan.sql";
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import type { ScanRow } from "./scan-row.ts";

/** Undefined where a scan of the org is in flight: one at a time, held by a unique index. */
export async function insertScan(
  { workspaceId, now }: Context,
  tx: Transaction,
  values: Pick<ScanRow, "connectedOrgId" | "scanType" | "startedBy">,
): Promise<ScanRow | undefined> {
  const createdAt = now();
  const [row] = await tx
    .insert(scan)
    .values({ ...values, id: randomUUID(), workspaceId, createdAt, updatedAt: createdAt })
    .onConflictDoNothing({ target: scan.connectedOrgId, where: sql`status in ('pending', 'running')` })
    .returning();
  return row;
}

/** What a scan that is committed begins with. */
export const firstMessage = ({ id: scanId, workspaceId }: ScanRow): ScanMessage => ({
  kind: "plan-scan",
  workspaceId,
  scanId,
  cursor: null,
});
