import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { artifact } from "@knockon/db/schema/dependency.sql";
import type { NewArtifact } from "./artifact-catalogue.ts";
import { deleteByIds } from "./delete-by-ids.ts";
import { difference } from "./difference.ts";

/**
 * The stored artifacts of the workspace while declarations are written: a declaration refers to its artifact, whose
 * versions are known only when the last declaration was seen.
 */
export async function openArtifactTable(tx: Transaction, now: Date) {
  const rows = await tx.select().from(artifact);
  const stored = new Map<string, NewArtifact>(rows.map((row) => [row.id, row]));
  const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]));

  const upsert = (changed: readonly NewArtifact[]): Promise<void> =>
    upsertRows(
      tx,
      artifact,
      changed.map((row) => ({ ...row, createdAt: createdAt.get(row.id) ?? now, updatedAt: now })),
    );
  return {
    /** Stores those that are new, so that declarations can refer to them. */
    async add(entered: readonly NewArtifact[]): Promise<void> {
      const unknown = entered.filter((row) => !stored.has(row.id));
      await upsert(unknown);
      for (const row of unknown) stored.set(row.id, row);
    },
    /** Makes the table hold these and no others. */
    async replace(wanted: readonly NewArtifact[]): Promise<void> {
      const { upserts, deletes } = difference(stored, new Map(wanted.map((row) => [row.id, row])));
      await upsert(upserts);
      await deleteByIds(tx, artifact, deletes);
    },
  };
}
