import { isDeepStrictEqual } from "node:util";
import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { artifact, type dependency } from "@knockon/db/schema/dependency.sql";
import { sql, type SQL } from "drizzle-orm";
import { artifactId, type ArtifactIdentity } from "./producer-row.ts";
import type { ArtifactRow } from "./artifact-rows.ts";

/** Artifacts per statement. */
export const ARTIFACT_BATCH_SIZE = 1000;

/** Inserts missing artifacts so that declarations can refer to them. `refreshArtifacts` fills in the other columns. */
export async function addArtifacts(
  tx: Transaction,
  identities: readonly ArtifactIdentity[],
  now: Date,
): Promise<void> {
  const named = new Map(identities.map((identity) => [artifactId(identity), identity]));
  const rows = [...named].map(([id, { workspaceId, connectedOrgId, artifactType, name }]) => ({
    id,
    workspace_id: workspaceId,
    connected_org_id: connectedOrgId,
    artifact_type: artifactType,
    name,
  }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${artifact} (id, workspace_id, connected_org_id, artifact_type, name, versioning, created_at, updated_at)
    select id, workspace_id, connected_org_id, artifact_type, name, 'git', ${now}, ${now}
    from jsonb_populate_recordset(null::${artifact}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing`);
}

/** Replaces the stored rows by the wanted ones. Rows that are equal are not written. */
export async function replaceArtifacts(
  tx: Transaction,
  stored: ReadonlyMap<string, typeof artifact.$inferSelect>,
  wanted: ReadonlyMap<string, ArtifactRow>,
  now: Date,
): Promise<void> {
  const { upserts, deletes } = difference<ArtifactRow>(stored, wanted);
  await upsertRows(
    tx,
    artifact,
    upserts.map((row) => ({ ...row, createdAt: stored.get(row.id)?.createdAt ?? now, updatedAt: now })),
  );
  await deleteByIds(tx, artifact, deletes);
}

/** The writes that turn the stored rows into the wanted ones. */
export interface Difference<T> {
  upserts: T[];
  deletes: string[];
}

/** Compares rows by ID and by the columns of the wanted row. */
export function difference<T extends object>(
  stored: ReadonlyMap<string, T>,
  wanted: ReadonlyMap<string, T>,
): Difference<T> {
  const upserts = [...wanted].filter(([id, row]) => !isSame(stored.get(id), row)).map(([, row]) => row);
  return { upserts, deletes: [...stored.keys()].filter((id) => !wanted.has(id)) };
}

function isSame<T extends object>(stored: T | undefined, wanted: T): boolean {
  if (stored === undefined) return false;
  for (const key of Object.keys(wanted) as (keyof T)[]) if (!isEqual(stored[key], wanted[key])) return false;
  return true;
}

/** Compares values by content. Postgres does not keep the order of the keys of an object. */
const isEqual = (a: unknown, b: unknown): boolean => a === b || isDeepStrictEqual(a, b);

/** Deletes any number of rows with a single parameter. */
export async function deleteByIds(
  tx: Transaction,
  table: typeof artifact | typeof dependency,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from ${table} where id = any(${sql.param(ids)}::uuid[])`);
}

/** The number of rows after which the plans for an empty table become too slow. */
const FIRST_THRESHOLD = 2000;
const THRESHOLD_FACTOR = 4;

/**
 * Keeps the planner's statistics current in a transaction that fills empty tables. Without it, Postgres plans with the statistics from
 * before the transaction, and each statement scans all rows that the earlier ones wrote. Tables that another transaction is analyzing
 * are skipped.
 */
export class Statistics {
  readonly #tx: Transaction;
  readonly #tables: SQL;
  #written = 0;
  #threshold = FIRST_THRESHOLD;

  constructor(tx: Transaction, tables: SQL) {
    this.#tx = tx;
    this.#tables = tables;
  }

  /** Call with the number of rows just written; runs ANALYZE at thresholds. */
  async addRows(rows: number): Promise<void> {
    this.#written += rows;
    if (this.#written < this.#threshold) return;
    this.#threshold = this.#written * THRESHOLD_FACTOR;
    await this.#tx.execute(sql`analyze (skip_locked) ${this.#tables}`);
  }
}
