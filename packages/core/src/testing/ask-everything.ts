import { listArtifactConsumers, listArtifactVersions } from "../artifact/artifact-consumers.ts";
import { listArtifacts } from "../artifact/artifacts.ts";
import { getConnectedOrgStats } from "../connected-org/connected-org-stats.ts";
import { listUnresolvedDeclarations } from "../connected-org/list-unresolved-declarations.ts";
import type { Context } from "../context.ts";
import { getGraph } from "../graph/get-graph.ts";
import { getRepositoryImpact } from "../impact/get-impact.ts";
import { getRepositoryContext } from "../repository/get-repository-context.ts";
import { listDependencies, listDependents } from "../repository/declarations.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { listScans } from "../scan/read-scans.ts";

const ALL = { limit: 500, offset: 0 };

/** Returns the answers of every read operation about a scanned org. */
export async function askEverything(ctx: Context, connectedOrgId: string) {
  const repositories = (await listRepositories(ctx, ALL)).body;
  const artifacts = (await listArtifacts(ctx, { connectedOrgId, ...ALL })).body;
  const ofRepositories = [];
  for (const repository of repositories) {
    const { id: repositoryId } = repository;
    ofRepositories.push({
      repository,
      dependents: await listDependents(ctx, { repositoryId, ...ALL }),
      dependencies: await listDependencies(ctx, { repositoryId, ...ALL }),
      context: await getRepositoryContext(ctx, { repositoryId }),
      impact: await getRepositoryImpact(ctx, {
        repositoryId,
        maxDepth: 1,
        minConfidence: 0,
        through: "artifacts",
        ...ALL,
      }),
    });
  }
  const ofArtifacts = [];
  for (const artifact of artifacts) {
    const consumers = await listArtifactConsumers(ctx, { artifactId: artifact.id, ...ALL });
    const versions = await listArtifactVersions(ctx, { artifactId: artifact.id, ...ALL });
    ofArtifacts.push({
      artifact,
      consumers: consumers.body,
      entries: consumers.total,
      versions: versions.body,
    });
  }
  return {
    ofRepositories,
    ofArtifacts,
    graph: await getGraph(ctx, { connectedOrgId, depth: 1, minConfidence: 0 }),
    stats: await getConnectedOrgStats(ctx, { connectedOrgId }),
    unresolved: await listUnresolvedDeclarations(ctx, { connectedOrgId, ...ALL }),
    external: await listUnresolvedDeclarations(ctx, { connectedOrgId, reason: "external", ...ALL }),
    scans: await listScans(ctx, { connectedOrgId, ...ALL }),
    orphans: await listArtifacts(ctx, { connectedOrgId, orphans: true, ...ALL }),
  };
}
