import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { fromThousandths, toFloor } from "@knockon/graph/confidence";
import { impactOf, type AffectedRepository, type Impact, type PathEdge } from "@knockon/graph/impact/impact";
import { findNode, packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { findSummaries } from "../ownership/find-summaries.ts";
import type { Page } from "../page.ts";
import { presentReference, type RepositoryRow } from "../repository/repository-row.ts";
import { edgeKey, loadEvidence } from "./evidence.ts";
import { onlyUsesOfPath } from "./uses-of-path.ts";

export interface ImpactQuery extends Page {
  maxDepth: number;
  minConfidence: number;
  /** Only what names this file or directory of the root. */
  path?: string | undefined;
  /** What the root would release. */
  version?: string | undefined;
}

type References = ReadonlyMap<string, ReturnType<typeof presentReference>>;

/** What a change of the repository hits, over the union of the workspace's current graphs; `total` counts the affected. */
export async function impactOfRepository(
  ctx: Context,
  tx: Transaction,
  root: RepositoryRow,
  query: ImpactQuery,
) {
  const loaded = await loadGraph(ctx, tx);
  const graph = query.path === undefined ? loaded : await onlyUsesOfPath(tx, loaded, root.id, query.path);
  const impact = computeImpact(graph, root.id, query);
  const page = impact.affected.slice(query.offset, query.offset + query.limit);
  const references = await loadReferences(tx, impact, page);
  const evidence = await loadEvidence(
    tx,
    page.flatMap(({ path, decidedBy }) => [path.at(-1) ?? [], decidedBy?.edge ?? []].flat()),
  );
  const ownerships = await findSummaries(
    ctx,
    tx,
    page.map(({ repositoryId }) => repositoryId),
  );
  const lastScan = await loadLastScan(tx, root.connectedOrgId);
  const failedRepositories = lastScan.failedRepos;
  const body = {
    root: presentReference(root),
    scan: lastScan,
    complete: lastScan.status === "completed",
    appliedMinConfidence: query.minConfidence,
    maxDepth: query.maxDepth,
    summary: impact.summary,
    affected: page.map((one) => ({
      ...presentAffected(one, references, evidence),
      ownership: ownerships.get(one.repositoryId) ?? null,
    })),
    waves: impact.waves,
    chokePoints: impact.chokePoints.flatMap(({ repositoryId, dominates }) => {
      const reference = references.get(repositoryId);
      return reference ? [{ repository: reference, dominates }] : [];
    }),
    unresolved: { failedRepositories, belowFloor: impact.belowFloor },
  };
  return { total: impact.affected.length, body };
}

/** A repository that no published graph knows is alone in one. */
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
  page: readonly AffectedRepository[],
): Promise<References> {
  const ids = new Set([
    ...page.flatMap(({ repositoryId, path, decidedBy }) => [
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

function presentAffected(
  one: AffectedRepository,
  references: References,
  evidence: Awaited<ReturnType<typeof loadEvidence>>,
) {
  const last = one.path.at(-1);
  return {
    repository: getReference(references, one.repositoryId),
    hops: one.hops,
    confidence: fromThousandths(one.confidence),
    path: one.path.map((edge) => presentEdge(edge, references)),
    evidence: (last && evidence.get(edgeKey(last))) ?? [],
    adoption: one.adoption,
    adoptionDecision: one.decidedBy && {
      path: one.decidedBy.path.map((edge) => presentEdge(edge, references)),
      repository: getReference(references, one.decidedBy.edge.source),
      evidence: evidence.get(edgeKey(one.decidedBy.edge)) ?? [],
    },
    wave: one.wave,
    cycleGroup: one.cycleGroup,
  };
}

const presentEdge = (edge: PathEdge, references: References) => ({
  source: getReference(references, edge.source),
  target: getReference(references, edge.target),
  dependencyType: edge.dependencyType,
  confidence: fromThousandths(edge.confidence),
});

function getReference(references: References, id: string) {
  const reference = references.get(id);
  if (!reference) throw new Error(`The graph names repository ${id}, which is not in the workspace.`);
  return reference;
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
