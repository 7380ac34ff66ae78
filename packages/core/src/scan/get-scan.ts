import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { eq } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { presentScan } from "./scan-row.ts";

export function getScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx.select().from(scan).where(eq(scan.id, input.scanId));
    if (!row) throw new NotFoundError();
    await getOrgRow(tx, row.connectedOrgId);
    return presentScan(tx, row);
  });
}
