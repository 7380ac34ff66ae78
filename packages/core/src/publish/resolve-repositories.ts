import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { extraction } from "@knockon/db/schema/extraction.sql";
import type { Declaration } from "@knockon/extract/ecosystem";
import type { ResolvedDeclaration } from "@knockon/graph/edges";
import { inArray, sql } from "drizzle-orm";
import { addArtifacts } from "./artifact-table.ts";
import { deleteByIds } from "./delete-by-ids.ts";
import { dependencyRows, type ResolvedRow } from "./dependency-rows.ts";
import { difference } from "./difference.ts";
import type { ProducerRow } from "./producer-row.ts";
import { Statistics } from "./statistics.ts";
import type { Producers } from "./producers.ts";

/** Enough for few round trips, little enough to hold. */
const REPOSITORIES_AT_ONCE = 10;

export interface Resolved {
  /** Of all declarations of the repositories, changed or not. */
  edges: ResolvedDeclaration[];
  /** The artifacts that gained, lost or changed a consumer. */
  artifactIds: Set<string>;
}

/**
 * Resolves every declaration of some repositories against everything that is produced in the workspace, and brings
 * their stored rows up to date. Declarations are held for a few repositories at a time.
 */
export async function resolveRepositories(
  tx: Transaction,
  repositoryIds: readonly string[],
  producers: Producers,
  now: Date,
): Promise<Resolved> {
  const statistics = new Statistics(tx, sql`${dependency}, ${artifact}`);
  const resolved: Resolved = { edges: [], artifactIds: new Set() };
  for (let start = 0; start < repositoryIds.length; start += REPOSITORIES_AT_ONCE) {
    const ids = repositoryIds.slice(start, start + REPOSITORIES_AT_ONCE);
    await producers.loadRepositories(ids);
    const batch = ids.flatMap((id) => producers.get(id) ?? []);
    const declarations = await loadDeclarations(tx, batch);
    await producers.load([...declarations.values()].flat().flatMap((declaration) => declaration.lookups));
    const wanted = new Map(
      batch.flatMap((source) => [
        ...dependencyRows(source, declarations.get(source.extractionId ?? "") ?? [], producers),
      ]),
    );
    await statistics.note(await storeDeclarations(tx, batch, wanted, resolved.artifactIds, now));
    for (const one of wanted.values()) resolved.edges.push(...edgeOf(one));
  }
  return resolved;
}

/** What repositories that are gone declared; the artifacts that lost a consumer by it. */
export async function forgetRepositories(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .delete(dependency)
    .where(sql`${dependency.sourceRepositoryId} = any(${sql.param(ids)}::uuid[])`)
    .returning({ artifactId: dependency.artifactId });
  return new Set(rows.map((row) => row.artifactId));
}

/** By extraction id. */
async function loadDeclarations(
  tx: Transaction,
  sources: readonly ProducerRow[],
): Promise<Map<string, Declaration[]>> {
  const ids = sources.flatMap((source) => source.extractionId ?? []);
  const rows = await tx
    .select({ id: extraction.id, declarations: sql<Declaration[]>`${extraction.content} -> 'declarations'` })
    .from(extraction)
    .where(inArray(extraction.id, ids));
  return new Map(rows.map((row) => [row.id, row.declarations]));
}

/** Returns how many rows it wrote. */
async function storeDeclarations(
  tx: Transaction,
  sources: readonly ProducerRow[],
  wanted: ReadonlyMap<string, ResolvedRow>,
  artifactIds: Set<string>,
  now: Date,
): Promise<number> {
  const repositoryIds = sources.map((source) => source.repositoryId);
  const rows = await tx
    .select()
    .from(dependency)
    .where(inArray(dependency.sourceRepositoryId, repositoryIds));
  const stored = new Map(rows.map((row) => [row.id, row]));
  const { upserts, deletes } = difference(stored, new Map([...wanted].map(([id, { row }]) => [id, row])));
  for (const id of [...upserts.map((row) => row.id), ...deletes]) {
    const ids = [stored.get(id)?.artifactId, wanted.get(id)?.row.artifactId];
    for (const artifactId of ids) if (artifactId !== undefined) artifactIds.add(artifactId);
  }
  await addArtifacts(
    tx,
    upserts.flatMap((row) => wanted.get(row.id)?.artifact ?? []),
    now,
  );
  await upsertRows(tx, dependency, upserts);
  await deleteByIds(tx, dependency, deletes);
  return upserts.length + deletes.length;
}

function edgeOf({ row }: ResolvedRow): ResolvedDeclaration[] {
  if (row.targetRepositoryId === null) return [];
  const { dependencyType, versionConstraint, confidence, versioning, versionConstraintState: state } = row;
  const ends = { source: row.sourceRepositoryId, target: row.targetRepositoryId };
  return [{ ...ends, dependencyType, versionConstraint, confidence, versioning, state }];
}
