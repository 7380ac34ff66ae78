import type { Transaction } from "@knockon/db/database";
import { upsertRows } from "@knockon/db/bulk";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { asc, inArray, sql } from "drizzle-orm";
import type { NewArtifact } from "./artifact-catalogue.ts";
import type { DependencyRow } from "./dependency-rows.ts";

/** The change that makes the stored rows the wanted ones; both keyed by id. */
export interface Difference<T> {
  upserts: T[];
  deletes: string[];
}

/** Rows are compared by what is in them; a row that is the same is not written. */
export function difference<T>(stored: ReadonlyMap<string, T>, wanted: ReadonlyMap<string, T>): Difference<T> {
  const upserts = [...wanted].filter(([id, row]) => !isSame(stored.get(id), row)).map(([, row]) => row);
  return { upserts, deletes: [...stored.keys()].filter((id) => !wanted.has(id)) };
}

function isSame<T>(stored: T | undefined, wanted: T): boolean {
  if (stored === undefined) return false;
  return Object.entries(wanted as object).every(
    ([key, value]) => JSON.stringify((stored as Record<string, unknown>)[key]) === JSON.stringify(value),
  );
}

/** The stored declarations of some repositories, by repository and id. */
export async function loadStored(tx: Transaction, repositoryIds: readonly string[]) {
  const rows = await tx
    .select()
    .from(dependency)
    .where(inArray(dependency.sourceRepositoryId, [...repositoryIds]));
  const byRepository = new Map<string, Map<string, DependencyRow>>(
    repositoryIds.map((id) => [id, new Map()]),
  );
  for (const row of rows) byRepository.get(row.sourceRepositoryId)?.set(row.id, row);
  return byRepository;
}

/** Artifacts before the declarations that refer to them, removals in the other order. */
export async function applyDifference(
  tx: Transaction,
  wantedArtifacts: readonly NewArtifact[],
  declarations: Difference<DependencyRow>,
  now: Date,
): Promise<void> {
  const stored = await tx.select().from(artifact).orderBy(asc(artifact.id));
  const known = new Map<string, NewArtifact & { createdAt?: Date }>(stored.map((row) => [row.id, row]));
  const artifacts = difference<NewArtifact>(known, new Map(wantedArtifacts.map((row) => [row.id, row])));
  await upsertRows(
    tx,
    artifact,
    artifacts.upserts.map((row) => ({
      ...row,
      createdAt: known.get(row.id)?.createdAt ?? now,
      updatedAt: now,
    })),
  );
  await upsertRows(tx, dependency, declarations.upserts);
  await deleteByIds(tx, dependency, declarations.deletes);
  await deleteByIds(tx, artifact, artifacts.deletes);
}

async function deleteByIds(
  tx: Transaction,
  table: typeof artifact | typeof dependency,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from ${table} where id = any(${sql.param(ids)}::uuid[])`);
}
