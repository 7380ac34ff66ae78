import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getScanRow, presentScan } from "./scan-row.ts";

export function getScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => presentScan(tx, await getScanRow(tx, input.scanId)));
}
