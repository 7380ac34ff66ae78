import { inWorkspace } from "@knockon/db/in-workspace";
import { scan, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";

/** Ends a scan whose loop could not run; the graph stays the one of the last published scan. */
export async function failScan(ctx: Context, scanId: string, error: OrgError): Promise<void> {
  await inWorkspace(ctx, async (tx) => {
    const now = ctx.now();
    await tx
      .update(scan)
      .set({
        status: "failed",
        orgErrors: sql`${scan.orgErrors} || ${JSON.stringify([error])}::jsonb`,
        completedAt: now,
        updatedAt: now,
      })
      .where(and(eq(scan.id, scanId), inArray(scan.status, ["pending", "running"])));
  });
  ctx.log.info("scan failed", { scanId, code: error.code, cause: error.message });
}
