import { prepared, type Transaction } from "@knockon/db/database";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, isNull, sql, type Placeholder } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";

export type WorkspaceRow = typeof workspace.$inferSelect;

/** Returns a workspace's row. Throws NotFoundError, also for a deleted workspace. */
export async function getWorkspaceRow(tx: Transaction, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await selectPrepared(tx, { workspaceId });
  if (!row) throw new NotFoundError();
  return row;
}

const selectPrepared = prepared("workspace", (tx) => selectWorkspace(tx, sql.placeholder("workspaceId")));

/** Returns the row, locked against other changes of the workspace. Throws NotFoundError. */
export async function lockWorkspaceRow(tx: Transaction, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await selectWorkspace(tx, workspaceId).for("no key update");
  if (!row) throw new NotFoundError();
  return row;
}

const selectWorkspace = (tx: Transaction, workspaceId: string | Placeholder) =>
  tx
    .select()
    .from(workspace)
    .where(and(eq(workspace.id, workspaceId), isNull(workspace.deletedAt)));
