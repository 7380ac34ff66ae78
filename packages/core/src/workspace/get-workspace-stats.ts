import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { isNull } from "drizzle-orm";
import { countStats } from "../connected-org/count-stats.ts";
import type { Context } from "../context.ts";

export const getWorkspaceStats = (ctx: Context) =>
  inWorkspace(ctx, async (tx) =>
    countStats(ctx, tx, await tx.select().from(connectedOrg).where(isNull(connectedOrg.deletedAt))),
  );
