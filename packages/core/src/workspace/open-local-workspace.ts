import { asSystem } from "@knockon/db/in-workspace";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { asc, eq, isNull } from "drizzle-orm";
import type { Database } from "@knockon/db/database";
import { insertWorkspace } from "./create-workspace.ts";

/** The workspace of a single machine, made when there is none or it was deleted, and whether it ever had a key. */
export async function openLocalWorkspace(database: Database): Promise<{ id: string; hasKey: boolean }> {
  return asSystem(database, async (tx) => {
    const [known] = await tx
      .select({ id: workspace.id })
      .from(workspace)
      .where(isNull(workspace.deletedAt))
      .orderBy(asc(workspace.createdAt), asc(workspace.id))
      .limit(1);
    if (known)
      return { id: known.id, hasKey: (await tx.$count(apiKey, eq(apiKey.workspaceId, known.id))) > 0 };
    const { id } = await insertWorkspace(tx, "Local");
    return { id, hasKey: false };
  });
}
