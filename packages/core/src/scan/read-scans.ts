import { inWorkspace } from "@knockon/db/in-workspace";
import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { getScanRow, presentScan, presentScans } from "./scan-row.ts";
import { getOrgRow } from "../connected-org/org-row.ts";
import { orderBy, type Page, type Sort } from "../page.ts";

/** Throws NotFoundError. */
export function getScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => presentScan(tx, await getScanRow(tx, input.scanId)));
}

interface Filter {
  connectedOrgId: string;
  status?: ScanStatus | undefined;
  sort?: Sort<"created_at" | "scan_type" | "scanned_repos" | "failed_repos" | "duration"> | undefined;
}

/** Returns an org's scans, by default newest first. */
export function listScans(ctx: Context, { connectedOrgId, status, sort, limit, offset }: Filter & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const wanted = and(
      eq(scan.connectedOrgId, connectedOrgId),
      status === undefined ? undefined : eq(scan.status, status),
    );
    const fields = {
      created_at: scan.createdAt,
      scan_type: scan.scanType,
      scanned_repos: scan.scannedRepos,
      failed_repos: scan.failedRepos,
      duration: sql`${scan.completedAt} - ${scan.startedAt}`,
    };
    const total = await tx.$count(scan, wanted);
    const rows = await tx
      .select()
      .from(scan)
      .where(wanted)
      .orderBy(...orderBy(sort, fields, desc(scan.createdAt), asc(scan.id)))
      .limit(limit)
      .offset(offset);
    return { total, body: await presentScans(tx, rows) };
  });
}
