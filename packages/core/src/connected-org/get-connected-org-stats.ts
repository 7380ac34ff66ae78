import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { countStats } from "./count-stats.ts";
import { getOrgRow } from "./org-row.ts";

export const getConnectedOrgStats = (ctx: Context, { connectedOrgId }: { connectedOrgId: string }) =>
  inWorkspace(ctx, async (tx) => countStats(ctx, tx, [await getOrgRow(tx, connectedOrgId)]));
