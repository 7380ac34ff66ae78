import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, lt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";

/**
 * Deletes the workspace if it was deleted before, with its graphs and whatever refers to it; its orgs, which have the
 * most, are purged by then. Its people stay, who may have others. False where there was nothing to do.
 */
export async function purgeWorkspace(ctx: Context, before: Date): Promise<boolean> {
  const isDue = and(eq(workspace.id, ctx.workspaceId), lt(workspace.deletedAt, before));
  if ((await asSystem(ctx.database, (tx) => tx.$count(workspace, isDue))) === 0) return false;
  for await (const { key } of ctx.ports.blobStore.list(graphKey(ctx.workspaceId, ""))) {
    await ctx.ports.blobStore.delete(key);
  }
  await asSystem(ctx.database, (tx) => tx.delete(workspace).where(isDue));
  return true;
}
