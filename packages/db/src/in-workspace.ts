import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { prepared } from "./prepared.ts";

/** Whose rows a piece of work may see. */
export interface WorkspaceScope {
  database: Database;
  workspaceId: string;
}

/**
 * The only way to tenant data: a transaction as the role `knockon_app`, in which row-level security shows the rows of
 * one workspace. The setting is local to the transaction, so a pooled connection carries nothing over.
 */
export function inWorkspace<T>(scope: WorkspaceScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return scope.database.transaction(async (tx) => {
    await enterWorkspace(tx, scope.workspaceId);
    return work(tx);
  });
}

/** The same to read only, in which everything is as it was at one instant, however long the reading takes. */
export function inSnapshot<T>(scope: WorkspaceScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return scope.database.transaction(
    async (tx) => {
      await enterWorkspace(tx, scope.workspaceId);
      return work(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** From here on, the transaction sees the rows of that workspace and no others. */
export const enterWorkspace = (tx: Transaction, workspaceId: string) => becomeApp(tx, { workspaceId });

const becomeApp = prepared("enter workspace", (tx) =>
  tx
    .select({
      role: sql`set_config('role', 'knockon_app', true)`,
      workspace: sql`set_config('knockon.workspace_id', ${sql.placeholder("workspaceId")}, true)`,
    })
    .from(sql`(values (1)) as once`),
);

/** For what happens before or beside a workspace: credential lookup, the queue, the sweeper. Its grants are narrow. */
export function asSystem<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select set_config('role', 'knockon_system', true)`);
    return work(tx);
  });
}
