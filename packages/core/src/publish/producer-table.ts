import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { producer, repository } from "@knockon/db/schema/repository.sql";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { upsertRows } from "@knockon/db/bulk";
import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { isPresent } from "../repository/repository-row.ts";
import { loadTags } from "./tags.ts";
import { toProducer, type Source } from "./sources.ts";

/** The repositories that the current graph knows and that are gone: absent, or of a deleted org. */
export async function findGone(tx: Transaction): Promise<string[]> {
  const present = tx
    .select({ one: sql`1` })
    .from(repository)
    .innerJoin(
      connectedOrg,
      and(eq(connectedOrg.id, repository.connectedOrgId), isNull(connectedOrg.deletedAt)),
    )
    .where(and(eq(repository.id, producer.repositoryId), isPresent));
  const rows = await tx.select({ id: producer.repositoryId }).from(producer).where(notExists(present));
  return rows.map((row) => row.id);
}

/** What the current graph was resolved with, by repository id. */
export async function loadProducers(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, ProducerRepository>> {
  const rows = await tx
    .select()
    .from(producer)
    .where(sql`${producer.repositoryId} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.repositoryId, toProducer({ ...row, id: row.repositoryId })]));
}

/** Notes what the next publish will find unchanged. */
export async function storeProducers(
  tx: Transaction,
  changed: readonly Source[],
  gone: readonly string[],
): Promise<void> {
  if (gone.length > 0) await tx.delete(producer).where(inArray(producer.repositoryId, [...gone]));
  const tags = await loadTags(
    tx,
    changed.map((source) => source.id),
  );
  const rows = changed.map(({ id, connectedOrgId: _org, isChanged: _changed, ...source }) => ({
    ...source,
    repositoryId: id,
    tags: tags.get(id) ?? [],
  }));
  await upsertRows(tx, producer, rows);
}
