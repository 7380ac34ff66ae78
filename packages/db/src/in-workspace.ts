import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { prepared } from "./prepared.ts";

/** Whose rows a piece of work may see. */
export interface WorkspaceScope {
  database: Database;
  workspaceId: string;
}

const once = sql`(values (1)) as once`;
const commit = sql`set_config('synchronous_commit',
  coalesce(${sql.placeholder("commit")}, current_setting('synchronous_commit')), true)`;

/** How a transaction ends. */
interface Ending {
  /**
   * Whether its commit waits for the disk. Where it does not, a machine that loses its power may forget the last such
   * transactions, though never one that a remembered one came after: only for what does no harm if it happens again.
   */
  flush?: boolean;
}

/**
 * The only way to tenant data: a transaction as the role `knockon_app`, in which row-level security shows the rows of
 * one workspace. The setting is local to the transaction, so a pooled connection carries nothing over.
 */
export function inWorkspace<T>(
  scope: WorkspaceScope,
  work: (tx: Transaction) => Promise<T>,
  ending: Ending = {},
): Promise<T> {
  return scope.database.transaction(async (tx) => {
    await enterWorkspace(tx, scope.workspaceId, ending);
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
export const enterWorkspace = (tx: Transaction, workspaceId: string, ending: Ending = {}) =>
  becomeApp(tx, { workspaceId, commit: commitOf(ending) });

const becomeApp = prepared("enter workspace", (tx) =>
  tx
    .select({
      role: sql`set_config('role', 'knockon_app', true)`,
      workspace: sql`set_config('knockon.workspace_id', ${sql.placeholder("workspaceId")}, true)`,
      commit,
    })
    .from(once),
);

/** For what happens before or beside a workspace: credential lookup, the queue, the sweeper. Its grants are narrow. */
export function asSystem<T>(
  database: Database,
  work: (tx: Transaction) => Promise<T>,
  ending: Ending = {},
): Promise<T> {
  return database.transaction(async (tx) => {
    await becomeSystem(tx, { commit: commitOf(ending) });
    return work(tx);
  });
}

const becomeSystem = prepared("become system", (tx) =>
  tx.select({ role: sql`set_config('role', 'knockon_system', true)`, commit }).from(once),
);

const commitOf = ({ flush = true }: Ending): "off" | null => (flush ? null : "off");
