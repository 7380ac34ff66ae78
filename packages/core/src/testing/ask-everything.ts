import { listArtifactConsumers } from "../artifact/list-artifact-consumers.ts";
import { listArtifactVersions } from "../artifact/list-artifact-versions.ts";
import { listArtifacts } from "../artifact/list-artifacts.ts";
import { getConnectedOrgStats } from "../connected-org/get-connected-org-stats.ts";
import { listUnresolvedDeclarations } from "../connected-org/list-unresolved-declarations.ts";
import type { Context } from "../context.ts";
import { getGraph } from "../graph/get-graph.ts";
import { getRepositoryImpact } from "../impact/get-repository-impact.ts";
import { getRepositoryContext } from "../repository/get-repository-context.ts";
import { listDependencies } from "../repository/list-dependencies.ts";
import { listDependents } from "../repository/list-dependents.ts";
import { listRepositories } from "../repository/list-repositories.ts";
import { listScans } from "../scan/list-scans.ts";

const ALL = { limit: 500, offset: 0 };

/** What every surface says of one scanned org. */
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
      impact: await getRepositoryImpact(ctx, { repositoryId, maxDepth: 1, minConfidence: 0, ...ALL }),
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
    scans: await listScans(ctx, { connectedOrgId, ...ALL }),
    orphans: await listArtifacts(ctx, { connectedOrgId, orphans: true, ...ALL }),
  };
}
