import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { DEPENDENCY_ROLES } from "@knockon/contract/vocabulary/role";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { getIdentity } from "@knockon/graph/packed-graph";
import { standing } from "@knockon/graph/versions/standing";
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import { isConsumption } from "../artifact/artifacts.ts";
import type { Context } from "../context.ts";
import { isExternal, isUnresolved } from "../repository/declarations.ts";
import { edgesOf } from "../graph/get-graph.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { getOrgRow, type OrgRow } from "./org-row.ts";
import { presentOrgs } from "./read-connected-orgs.ts";

/**
 * Counts the given orgs together, with the same definitions as the lists and the full graph. Everything counted belongs to exactly one
 * org, so the counters of several orgs are the sum of each one's.
 */
export async function countStats(ctx: Context, tx: Transaction, rows: readonly OrgRow[]) {
  const orgs = await presentOrgs(tx, rows);
  const counts = await countOnce(
    ctx,
    tx,
    rows.map(({ id }) => id),
  );
  return {
    repositories: orgs.reduce((total, org) => total + org.repositoryCount, 0),
    ...counts,
    lastScan: orgs.flatMap(({ lastScan }) => lastScan ?? []).toSorted(newestFirst)[0] ?? null,
  };
}

/** The counts that this process computed last. They change only with a publish. */
const known = new Map<string, ReturnType<typeof countPublished>>();
const KNOWN_COUNTS = 1000;

/** Returns the counts of the current publish. Concurrent requests wait for the same computation. */
async function countOnce(ctx: Context, tx: Transaction, ids: string[]) {
  const key = `${ctx.workspaceId} ${ids.toSorted().join()} ${await findPublication(ctx, tx)}`;
  const counting = known.get(key) ?? countPublished(ctx, tx, ids);
  known.delete(key);
  known.set(key, counting);
  for (const oldest of [...known.keys()].slice(0, -KNOWN_COUNTS)) known.delete(oldest);
  try {
    return await counting;
  } catch (error) {
    known.delete(key);
    throw error;
  }
}

/** Identifies what is published: the graph, and the last published scan of each org that is not deleted. */
async function findPublication(ctx: Context, tx: Transaction): Promise<string> {
  const [row] = await tx
    .select({ hash: workspace.graphHash, updatedAt: workspace.updatedAt })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  const orgs = await tx
    .select({ id: connectedOrg.id, scanId: connectedOrg.currentScanId })
    .from(connectedOrg)
    .where(isNull(connectedOrg.deletedAt))
    .orderBy(connectedOrg.id);
  return JSON.stringify([row, orgs]);
}

async function countPublished(ctx: Context, tx: Transaction, ids: string[]) {
  const graph = await loadGraph(ctx, tx);
  const { edges } = await edgesOf(tx, graph, ids);
  const declarations = await countDeclarations(tx, ids);
  const artifacts = await countArtifacts(tx, ids);
  return {
    dependencies: edges.length,
    declarations: declarations.all,
    externalDeclarations: declarations.external,
    byArtifactType: artifacts.byType,
    byDependencyType: tally(edges.map((edge) => getIdentity(graph, edge).dependencyType)),
    consumedArtifacts: artifacts.consumed,
    orphanArtifacts: artifacts.orphans,
    health: {
      ...(await countStandings(tx, ids)),
      unresolvedDeclarations: declarations.unresolved,
    },
  };
}

const newestFirst = (a: { createdAt: Date }, b: { createdAt: Date }): number =>
  b.createdAt.getTime() - a.createdAt.getTime();

const tally = (types: readonly ArtifactType[]): Partial<Record<ArtifactType, number>> => {
  const counts: Partial<Record<ArtifactType, number>> = {};
  for (const type of types) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
};

async function countDeclarations(tx: Transaction, connectedOrgIds: string[]) {
  const counts = inArray(dependency.role, [...DEPENDENCY_ROLES]);
  const [counted] = await tx
    .select({
      all: count(),
      unresolved: sql<number>`(count(*) filter (where ${isUnresolved} and ${counts}))::int`,
      external: sql<number>`(count(*) filter (where ${isExternal} and ${counts}))::int`,
    })
    .from(dependency)
    .where(inArray(dependency.connectedOrgId, connectedOrgIds));
  return counted ?? { all: 0, unresolved: 0, external: 0 };
}

async function countArtifacts(tx: Transaction, connectedOrgIds: string[]) {
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
    .where(inArray(artifact.connectedOrgId, connectedOrgIds));
  return {
    byType: tally(rows.map((row) => row.type)),
    consumed: rows.filter((row) => row.consumedId !== null).length,
    orphans: rows.filter((row) => row.consumedId === null && row.source !== null).length,
  };
}

/** Counts pairs of artifact and consuming repository. A pair lags if any of its declarations lags. */
async function countStandings(tx: Transaction, connectedOrgIds: string[]) {
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
    .where(and(inArray(dependency.connectedOrgId, connectedOrgIds), isConsumption))
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

export const getConnectedOrgStats = (ctx: Context, { connectedOrgId }: { connectedOrgId: string }) =>
  inWorkspace(ctx, async (tx) => countStats(ctx, tx, [await getOrgRow(tx, connectedOrgId)]));
