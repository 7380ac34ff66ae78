import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { getEdge } from "@knockon/graph/packed-graph";
import { standing } from "@knockon/graph/versions/standing";
import { and, eq } from "drizzle-orm";
import { isConsumption } from "../artifact/artifact-rows.ts";
import type { Context } from "../context.ts";
import { orgEdges } from "../graph/get-graph.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { isUnresolvedIn } from "./list-unresolved-declarations.ts";
import { getOrgRow } from "./org-row.ts";
import { presentOrg } from "./present-orgs.ts";

/** The counters of one org, from the same definitions as the lists and the full graph. */
export function getConnectedOrgStats(ctx: Context, { connectedOrgId }: { connectedOrgId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const org = await presentOrg(tx, await getOrgRow(tx, connectedOrgId));
    const graph = await loadGraph(ctx, tx);
    const { edges } = await orgEdges(tx, graph, connectedOrgId);
    const ofOrg = eq(dependency.connectedOrgId, connectedOrgId);
    const artifacts = await countArtifacts(tx, connectedOrgId);
    return {
      repositories: org.repositoryCount,
      dependencies: edges.length,
      declarations: await tx.$count(dependency, ofOrg),
      byArtifactType: artifacts.byType,
      byDependencyType: tally(edges.map((edge) => getEdge(graph, edge).dependencyType)),
      consumedArtifacts: artifacts.consumed,
      orphanArtifacts: artifacts.orphans,
      health: {
        ...(await countStandings(tx, connectedOrgId)),
        unresolvedDeclarations: await tx.$count(dependency, isUnresolvedIn(connectedOrgId)),
      },
      lastScan: org.lastScan,
    };
  });
}

const tally = (types: readonly ArtifactType[]): Partial<Record<ArtifactType, number>> => {
  const counts: Partial<Record<ArtifactType, number>> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

async function countArtifacts(tx: Transaction, connectedOrgId: string) {
  const consumed = tx
    .selectDistinct({ id: dependency.artifactId })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .where(isConsumption)
    .as("consumed");
  const rows = await tx
    .select({ type: artifact.artifactType, source: artifact.sourceRepositoryId, consumedId: consumed.id })
    .from(artifact)
    .leftJoin(consumed, eq(consumed.id, artifact.id))
    .where(eq(artifact.connectedOrgId, connectedOrgId));
  return {
    byType: tally(rows.map((row) => row.type)),
    consumed: rows.filter((row) => row.consumedId !== null).length,
    orphans: rows.filter((row) => row.consumedId === null && row.source !== null).length,
  };
}

/** Pairs of (artifact, consuming repository of this org): on the latest version, or lagging by any entry. */
async function countStandings(tx: Transaction, connectedOrgId: string) {
  const rows = await tx
    .select({
      artifactId: dependency.artifactId,
      repositoryId: dependency.sourceRepositoryId,
      latest: artifact.version,
      versioning: dependency.versioning,
      versionConstraint: dependency.versionConstraint,
      versionConstraintState: dependency.versionConstraintState,
      versionComment: dependency.versionComment,
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .where(and(eq(dependency.connectedOrgId, connectedOrgId), isConsumption))
    .groupBy(
      dependency.artifactId,
      dependency.sourceRepositoryId,
      artifact.version,
      dependency.versioning,
      dependency.versionConstraint,
      dependency.versionConstraintState,
      dependency.versionComment,
    );
  const pairs = new Map<string, "latest" | "lagging">();
  for (const row of rows) {
    const stands = standing(row, row.latest);
    const pair = `${row.artifactId} ${row.repositoryId}`;
    if (stands === "lagging" || (stands === "latest" && !pairs.has(pair))) pairs.set(pair, stands);
  }
  const values = [...pairs.values()];
  return {
    consumersOnLatest: values.filter((stands) => stands === "latest").length,
    consumersLagging: values.filter((stands) => stands === "lagging").length,
  };
}
