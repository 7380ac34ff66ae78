import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, inArray, lt } from "drizzle-orm";
import { deleteUnusedCredential } from "../connected-org/credential.ts";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";
import { deleteUntilNone } from "./batches.ts";

/** Each row cascades to its children, about ten rows per repository. */
const PARENTS_BATCH_SIZE = 100;

/** Purges deleted orgs with all their rows. The org's own row goes last, so that an interrupted purge continues the next time. */
export async function purgeConnectedOrgs(ctx: Context, before: Date): Promise<number> {
  const orgs = await inWorkspace(ctx, (tx) =>
    tx.select().from(connectedOrg).where(lt(connectedOrg.deletedAt, before)),
  );
  for (const org of orgs) {
    for (const table of [scan, repository, artifact]) {
      await deleteUntilNone(ctx, (tx) => deleteSome(tx, table, org.id));
    }
    await inWorkspace(ctx, async (tx) => {
      await tx.delete(connectedOrg).where(eq(connectedOrg.id, org.id));
      if (org.credentialId !== null) await deleteUnusedCredential(tx, org.credentialId);
    });
  }
  return orgs.length;
}

function deleteSome(
  tx: Transaction,
  table: typeof scan | typeof repository | typeof artifact,
  connectedOrgId: string,
) {
  const some = tx
    .select({ id: table.id })
    .from(table)
    .where(eq(table.connectedOrgId, connectedOrgId))
    .limit(PARENTS_BATCH_SIZE);
  return tx.delete(table).where(inArray(table.id, some));
}

/**
 * Purges a deleted workspace with its graphs and all rows. Its orgs, which have most of the rows, are purged before. Its users stay.
 * Returns false if the workspace is not due.
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
