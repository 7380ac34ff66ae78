import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";

/** Publishes wait while a batch is deleted. */
const BATCH_SIZE = 100;

/**
 * Deletes old graphs, except the current one and the previous one, which a reader may still be fetching. Holds the publishing lock, so
 * that no publish makes a deleted graph current.
 */
export async function collectGraphs(ctx: Context, before: Date): Promise<number> {
  const keys: string[] = [];
  for await (const { key, storedAt } of ctx.ports.blobStore.list(graphKey(ctx.workspaceId, ""))) {
    if (storedAt < before) keys.push(key);
  }
  let deleted = 0;
  for (let start = 0; start < keys.length; start += BATCH_SIZE) {
    deleted += await deleteUnused(ctx, keys.slice(start, start + BATCH_SIZE));
  }
  return deleted;
}

function deleteUnused(ctx: Context, keys: readonly string[]): Promise<number> {
  return inWorkspace(ctx, async (tx) => {
    await lockPublishing(ctx, tx);
    const [row] = await tx
      .select({ current: workspace.graphHash, previous: workspace.previousGraphHash })
      .from(workspace)
      .where(eq(workspace.id, ctx.workspaceId));
    const used = new Set(
      [row?.current, row?.previous].map((hash) => hash && graphKey(ctx.workspaceId, hash)),
    );
    const unused = keys.filter((key) => !used.has(key));
    await Promise.all(unused.map((key) => ctx.ports.blobStore.delete(key)));
    return unused.length;
  });
}
