import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { toFloor } from "@knockon/graph/confidence";
import { impactOf, type AffectedRepository, type Impact } from "@knockon/graph/impact/impact";
import { presentImpact } from "@knockon/graph/impact/present-impact";
import { findNode, packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { findSummaries } from "../ownership/get-ownership.ts";
import type { Page } from "../page.ts";
import { presentReference, type RepositoryRow } from "../repository/repository-row.ts";
import { edgeKey, loadEvidence, onlyUsesOfPath } from "./evidence.ts";

export interface ImpactQuery extends Page {
  maxDepth: number;
  minConfidence: number;
  /** A file or directory of the root. Counts only declarations that name it. */
  path?: string | undefined;
  /** The version the root would release. */
  version?: string | undefined;
}

/** Computes the impact of a change in the union of the workspace's current graphs. `total` counts all affected repositories. */
export async function impactOfRepository(
  ctx: Context,
  tx: Transaction,
  root: RepositoryRow,
  query: ImpactQuery,
) {
  const loaded = await loadGraph(ctx, tx);
  const graph = query.path === undefined ? loaded : await onlyUsesOfPath(tx, loaded, root.id, query.path);
  const impact = computeImpact(graph, root.id, query);
  const affected = impact.affected.slice(query.offset, query.offset + query.limit);
  const references = await loadReferences(tx, impact, affected);
  const evidence = await loadEvidence(
    tx,
    affected.flatMap(({ path, decidedBy }) => [path.at(-1) ?? [], decidedBy?.edge ?? []].flat()),
  );
  const ownerships = await findSummaries(
    ctx,
    tx,
    affected.map(({ repositoryId }) => repositoryId),
  );
  const lastScan = await loadLastScan(tx, root.connectedOrgId);
  const body = presentImpact(impact, {
    root: presentReference(root),
    scan: lastScan,
    complete: lastScan.status === "completed",
    failedRepositories: lastScan.failedRepos,
    query,
    affected,
    findReference: (id) => references.get(id),
    getEvidence: (edge) => evidence.get(edgeKey(edge)) ?? [],
    findOwnership: (id) => ownerships.get(id),
  });
  return { total: impact.affected.length, body };
}

/** If no published graph contains the root, nothing is affected. */
function computeImpact(graph: PackedGraph, rootId: string, query: ImpactQuery): Impact {
  const options = {
    maxDepth: query.maxDepth,
    floor: toFloor(query.minConfidence),
    version: query.version ?? null,
  };
  const node = findNode(graph, rootId);
  return node === undefined ? impactOf(packGraph([rootId], []), 0, options) : impactOf(graph, node, options);
}

async function loadReferences(
  tx: Transaction,
  impact: Impact,
  affected: readonly AffectedRepository[],
): Promise<Map<string, ReturnType<typeof presentReference>>> {
  const ids = new Set([
    ...affected.flatMap(({ repositoryId, path, decidedBy }) => [
      repositoryId,
      ...[...path, ...(decidedBy?.path ?? [])].flatMap(({ source, target }) => [source, target]),
    ]),
    ...impact.chokePoints.map(({ repositoryId }) => repositoryId),
  ]);
  const rows = await tx
    .select({ id: repository.id, name: repository.name, fullPath: repository.fullPath })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param([...ids])}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

async function loadLastScan(tx: Transaction, connectedOrgId: string) {
  const [row] = await tx
    .select({
      id: scan.id,
      status: scan.status,
      completedAt: scan.completedAt,
      failedRepos: scan.failedRepos,
    })
    .from(scan)
    .where(and(eq(scan.connectedOrgId, connectedOrgId), inArray(scan.status, ["completed", "partial"])))
    .orderBy(desc(scan.completedAt))
    .limit(1);
  return row ?? { id: null, status: null, completedAt: null, failedRepos: 0 };
}
