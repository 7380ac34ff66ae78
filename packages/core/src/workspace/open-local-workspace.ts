import { randomUUID } from "node:crypto";
import { asSystem } from "@knockon/db/in-workspace";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { asc, eq } from "drizzle-orm";
import type { Database } from "@knockon/db/database";

/** The one workspace of a single machine, made when there is none, and whether it ever had a key. */
export async function openLocalWorkspace(database: Database): Promise<{ id: string; hasKey: boolean }> {
  return asSystem(database, async (tx) => {
    const [known] = await tx
      .select({ id: workspace.id })
      .from(workspace)
      .orderBy(asc(workspace.createdAt), asc(workspace.id))
      .limit(1);
    if (known)
      return { id: known.id, hasKey: (await tx.$count(apiKey, eq(apiKey.workspaceId, known.id))) > 0 };
    const id = randomUUID();
    await tx.insert(workspace).values({ id, name: "Local", slug: "local" });
    return { id, hasKey: false };
  });
}
