import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { buildEdges, type ResolvedDeclaration } from "@knockon/graph/edges";
import { packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { inArray } from "drizzle-orm";
import { ArtifactCatalogue } from "./artifact-catalogue.ts";
import { deleteByIds } from "./delete-by-ids.ts";
import { dependencyRows, type DependencyRow } from "./dependency-rows.ts";
import { difference } from "./difference.ts";
import { loadDeclarations, type Source } from "./load-sources.ts";
import { openArtifactTable } from "./artifact-table.ts";

/** Enough for few round trips, little enough to hold. */
const REPOSITORIES_AT_ONCE = 50;

/**
 * Resolves every declaration of the workspace against everything that is produced in it, and brings the stored rows
 * up to date. Declarations are held for a few repositories at a time; what stays is the edges and the artifacts.
 */
export async function resolveWorkspace(
  tx: Transaction,
  sources: readonly Source[],
  now: Date,
): Promise<PackedGraph> {
  const index = indexProducers(sources.map((source) => source.producer));
  const catalogue = new ArtifactCatalogue(sources, index);
  const artifacts = await openArtifactTable(tx, now);
  const resolved: ResolvedDeclaration[] = [];
  for (let start = 0; start < sources.length; start += REPOSITORIES_AT_ONCE) {
    const batch = sources.slice(start, start + REPOSITORIES_AT_ONCE);
    const declarations = await loadDeclarations(tx, batch);
    const wanted = new Map<string, DependencyRow>();
    for (const source of batch) {
      const declared = declarations.get(source.extractionId ?? "") ?? [];
      for (const row of dependencyRows(source, declared, index, catalogue)) wanted.set(row.id, row);
    }
    await artifacts.add(catalogue.takeEntered());
    await storeDeclarations(tx, batch, wanted);
    for (const row of wanted.values()) resolved.push(...edgeOf(row));
  }
  await artifacts.replace(catalogue.rows());
  return packGraph(
    sources.map((source) => source.repository.id),
    buildEdges(resolved),
  );
}

async function storeDeclarations(
  tx: Transaction,
  sources: readonly Source[],
  wanted: ReadonlyMap<string, DependencyRow>,
): Promise<void> {
  const repositoryIds = sources.map((source) => source.repository.id);
  const rows = await tx
    .select()
    .from(dependency)
    .where(inArray(dependency.sourceRepositoryId, repositoryIds));
  const { upserts, deletes } = difference(new Map(rows.map((row) => [row.id, row])), wanted);
  await upsertRows(tx, dependency, upserts);
  await deleteByIds(tx, dependency, deletes);
}

function edgeOf(row: DependencyRow): ResolvedDeclaration[] {
  if (row.targetRepositoryId === null) return [];
  const { dependencyType, versionConstraint, confidence, versioning, versionConstraintState: state } = row;
  const ends = { source: row.sourceRepositoryId, target: row.targetRepositoryId };
  return [{ ...ends, dependencyType, versionConstraint, confidence, versioning, state }];
}
