import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { asc, desc, eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { getScanRow, presentScan, presentScans } from "./scan-row.ts";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Page } from "../page.ts";

/** Throws NotFoundError. */
export function getScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => presentScan(tx, await getScanRow(tx, input.scanId)));
}

/** Returns an org's scans, newest first. */
export function listScans(ctx: Context, input: { connectedOrgId: string } & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, input.connectedOrgId);
    const ofOrg = eq(scan.connectedOrgId, input.connectedOrgId);
    const total = await tx.$count(scan, ofOrg);
    const rows = await tx
      .select()
      .from(scan)
      .where(ofOrg)
      .orderBy(desc(scan.createdAt), asc(scan.id))
      .limit(input.limit)
      .offset(input.offset);
    return { total, body: await presentScans(tx, rows) };
  });
}
