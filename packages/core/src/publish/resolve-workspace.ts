import type { Transaction } from "@knockon/db/database";
import { buildEdges, type ResolvedDeclaration } from "@knockon/graph/edges";
import { packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { difference, loadStored, type Difference } from "./apply-difference.ts";
import { ArtifactCatalogue, type NewArtifact } from "./artifact-catalogue.ts";
import { dependencyRows, type DependencyRow } from "./dependency-rows.ts";
import { loadDeclarations, type Source } from "./load-sources.ts";

export interface ResolvedWorkspace {
  graph: PackedGraph;
  artifacts: NewArtifact[];
  declarations: Difference<DependencyRow>;
}

/** Enough for few round trips, little enough to hold. */
const REPOSITORIES_AT_ONCE = 50;

/**
 * Resolves every declaration of the workspace against everything that is produced in it. Declarations are held for a
 * few repositories at a time; what stays is the difference to the stored rows, and the edges.
 */
export async function resolveWorkspace(
  tx: Transaction,
  sources: readonly Source[],
): Promise<ResolvedWorkspace> {
  const index = indexProducers(sources.map((source) => source.producer));
  const catalogue = new ArtifactCatalogue(sources);
  const changes: Difference<DependencyRow> = { upserts: [], deletes: [] };
  const resolved: ResolvedDeclaration[] = [];
  for (let start = 0; start < sources.length; start += REPOSITORIES_AT_ONCE) {
    const batch = sources.slice(start, start + REPOSITORIES_AT_ONCE);
    const stored = await loadStored(
      tx,
      batch.map((source) => source.repository.id),
    );
    for (const source of batch) {
      const wanted = dependencyRows(source, await loadDeclarations(tx, source), index, catalogue);
      const { upserts, deletes } = difference(stored.get(source.repository.id) ?? new Map(), wanted);
      changes.upserts.push(...upserts);
      changes.deletes.push(...deletes);
      for (const row of wanted.values()) resolved.push(...edgeOf(row));
    }
  }
  const graph = packGraph(
    sources.map((source) => source.repository.id),
    buildEdges(resolved),
  );
  return { graph, artifacts: catalogue.rows(), declarations: changes };
}

function edgeOf(row: DependencyRow): ResolvedDeclaration[] {
  if (row.targetRepositoryId === null) return [];
  const { dependencyType, versionConstraint, confidence, versioning, versionConstraintState: state } = row;
  const ends = { source: row.sourceRepositoryId, target: row.targetRepositoryId };
  return [{ ...ends, dependencyType, versionConstraint, confidence, versioning, state }];
}
