import { sql } from "drizzle-orm";
import { type Database, prepared, type Transaction } from "./database.ts";

/** The workspace whose rows a transaction may see. */
export interface WorkspaceScope {
  database: Database;
  workspaceId: string;
  /** How long a statement may take; unlimited by default. */
  statementTimeoutMs?: number;
}

const once = sql`(values (1)) as once`;
const commit = sql`set_config('synchronous_commit',
  coalesce(${sql.placeholder("commit")}, current_setting('synchronous_commit')), true)`;

/** After this long without a statement, the server ends the transaction. Its client is gone, and its locks hold others back. */
const ABANDONED_AFTER = sql`set_config('idle_in_transaction_session_timeout', '2min', true)`;

/** Options of a transaction. */
interface Ending {
  /**
   * Whether the commit waits for the disk. Without waiting, a power failure can lose the last such transactions, but never
   * one that precedes a durable one. Use it only for writes that may safely happen again.
   */
  flush?: boolean;
}

/**
 * Runs work in a transaction as the role `knockon_app`, in which row-level security shows the rows of one workspace. This is
 * the only way to tenant data. The setting is local to the transaction, so nothing carries over on a pooled connection.
 */
export function inWorkspace<T>(
  scope: WorkspaceScope,
  work: (tx: Transaction) => Promise<T>,
  ending: Ending = {},
): Promise<T> {
  return scope.database.transaction(async (tx) => {
    await enterWorkspace(tx, scope.workspaceId, ending, scope.statementTimeoutMs);
    return work(tx);
  });
}

/** Runs work in a read-only transaction that sees one snapshot of the workspace's rows. */
export function inSnapshot<T>(scope: WorkspaceScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return scope.database.transaction(
    async (tx) => {
      await enterWorkspace(tx, scope.workspaceId, {}, scope.statementTimeoutMs);
      return work(tx);
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Switches the transaction to the rows of that workspace. */
export const enterWorkspace = (
  tx: Transaction,
  workspaceId: string,
  ending: Ending = {},
  statementTimeoutMs?: number,
) =>
  becomeApp(tx, {
    workspaceId,
    commit: commitOf(ending),
    statementTimeout: statementTimeoutMs === undefined ? null : `${statementTimeoutMs}ms`,
  });

const becomeApp = prepared("enter workspace", (tx) =>
  tx
    .select({
      role: sql`set_config('role', 'knockon_app', true)`,
      workspace: sql`set_config('knockon.workspace_id', ${sql.placeholder("workspaceId")}, true)`,
      commit,
      abandoned: ABANDONED_AFTER,
      statementTimeout: sql`set_config('statement_timeout',
        coalesce(${sql.placeholder("statementTimeout")}, current_setting('statement_timeout')), true)`,
    })
    .from(once),
);

/** Runs work as the role `knockon_system`, for credential lookup, the queue and the sweeper. The role has few grants. */
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
  tx
    .select({ role: sql`set_config('role', 'knockon_system', true)`, commit, abandoned: ABANDONED_AFTER })
    .from(once),
);

const commitOf = ({ flush = true }: Ending): "off" | null => (flush ? null : "off");
