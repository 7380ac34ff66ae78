import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { untilNone } from "./in-batches.ts";

/** Each holds a whole history's people. */
const HISTORIES_AT_ONCE = 100;

/**
 * While the signal is off: deletes what was read of histories, and the key that its pseudonyms were made with. Once it is on
 * again everything is read anew.
 */
export async function collectOwnership(ctx: Context): Promise<number> {
  if (ctx.settings.ownership !== "off") return 0;
  const deleted = await untilNone(ctx, (tx) => {
    const some = tx.select({ id: ownership.repositoryId }).from(ownership).limit(HISTORIES_AT_ONCE);
    return tx.delete(ownership).where(inArray(ownership.repositoryId, some));
  });
  await inWorkspace(ctx, (tx) =>
    tx
      .update(workspace)
      .set({ pseudonymKeyEncrypted: null })
      .where(and(eq(workspace.id, ctx.workspaceId), isNotNull(workspace.pseudonymKeyEncrypted))),
  );
  return deleted;
}
