import { randomUUID } from "node:crypto";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { asc } from "drizzle-orm";
import type { Database } from "@knockon/db/database";

/** The one workspace of a single machine, made when there is none. */
export async function openLocalWorkspace(database: Database): Promise<{ id: string; isNew: boolean }> {
  return asSystem(database, async (tx) => {
    const [known] = await tx
      .select({ id: workspace.id })
      .from(workspace)
      .orderBy(asc(workspace.createdAt), asc(workspace.id))
      .limit(1);
    if (known) return { id: known.id, isNew: false };
    const id = randomUUID();
    await tx.insert(workspace).values({ id, name: "Local", slug: "local" });
    return { id, isNew: true };
  });
}
