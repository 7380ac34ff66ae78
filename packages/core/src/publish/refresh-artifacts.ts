import type { Transaction } from "@knockon/db/database";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { sql } from "drizzle-orm";
import { artifactRow, ownerOf, type ArtifactRow } from "./artifact-rows.ts";
import { addArtifacts, ARTIFACTS_AT_ONCE, replaceArtifacts } from "./artifact-table.ts";
import type { Changes } from "./changes.ts";
import { loadConsumption, NOT_CONSUMED } from "./consumption.ts";
import { identityOf, idOf, productionsOf } from "./producer-row.ts";
import type { Producers } from "./producers.ts";

/** Makes the artifacts what their producers and consumers say; those that nobody produces or names any more are deleted. */
export async function refreshArtifacts(
  tx: Transaction,
  producers: Producers,
  touched: Changes | "all",
  now: Date,
): Promise<void> {
  const ids = [
    ...(touched === "all" ? await findAll(tx, producers) : await findTouched(tx, producers, touched)),
  ];
  for (let start = 0; start < ids.length; start += ARTIFACTS_AT_ONCE) {
    await refresh(tx, producers, ids.slice(start, start + ARTIFACTS_AT_ONCE), now);
  }
}

async function findAll(tx: Transaction, producers: Producers): Promise<Set<string>> {
  const stored = await tx.select({ id: artifact.id }).from(artifact);
  const all = await tx.select({ id: producer.repositoryId }).from(producer);
  const repositoryIds = all.map((row) => row.id);
  await producers.loadRepositories(repositoryIds);
  const produced = repositoryIds.flatMap((id) => {
    const row = producers.get(id);
    return row ? productionsOf(row).map(idOf) : [];
  });
  return new Set([...stored.map((row) => row.id), ...produced]);
}

/**
 * What gained, lost or changed a consumer or a producer, whatever was taken to come from a repository that changed or
 * was tagged, and whatever announces a name that now may belong to somebody else.
 */
async function findTouched(
  tx: Transaction,
  producers: Producers,
  { changed, gone, retagged, names, artifactIds }: Changes,
): Promise<Set<string>> {
  const owned = await tx
    .select({ id: artifact.id })
    .from(artifact)
    .where(
      sql`${artifact.sourceRepositoryId} = any(${sql.param([...changed, ...gone, ...retagged])}::uuid[])`,
    );
  await producers.load(names);
  const announcing = [...names]
    .flatMap((name) => producers.index.producersOf(name))
    .flatMap(({ repository }) => {
      const row = producers.get(repository.id);
      return row ? productionsOf(row) : [];
    })
    .filter(({ produced }) => produced.announces.some((name) => names.has(name)));
  return new Set([...artifactIds, ...owned.map((row) => row.id), ...announcing.map(idOf)]);
}

async function refresh(
  tx: Transaction,
  producers: Producers,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await producers.load(ids);
  const productions = ids.flatMap((id) => producers.productionsOf(id));
  await producers.load(productions.flatMap(({ produced }) => produced.announces));
  await addArtifacts(tx, productions.map(identityOf), now);
  const rows = await tx
    .select()
    .from(artifact)
    .where(sql`${artifact.id} = any(${sql.param(ids)}::uuid[])`);
  const consumption = await loadConsumption(tx, ids);
  await producers.loadRepositories([...consumption.values()].flatMap(({ targets }) => targets));
  const wanted = new Map<string, ArtifactRow>();
  for (const row of rows) {
    const producing = producers.productionsOf(row.id);
    const consumed = consumption.get(row.id) ?? NOT_CONSUMED;
    if (producing.length === 0 && consumed === NOT_CONSUMED) continue;
    const owner = ownerOf(row, producing, consumed, producers);
    wanted.set(row.id, artifactRow(row, producing, consumed, owner));
  }
  await replaceArtifacts(tx, new Map(rows.map((row) => [row.id, row])), wanted, now);
}
