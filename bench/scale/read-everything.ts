import { getArtifact, listArtifacts } from "@knockon/core/artifact/artifacts";
import { listArtifactConsumers, listArtifactVersions } from "@knockon/core/artifact/artifact-consumers";
import { getConnectedOrg } from "@knockon/core/connected-org/read-connected-orgs";
import { getConnectedOrgStats } from "@knockon/core/connected-org/connected-org-stats";
import { listUnresolvedDeclarations } from "@knockon/core/connected-org/list-unresolved-declarations";
import type { Context } from "@knockon/core/context";
import { getGraph } from "@knockon/core/graph/get-graph";
import { getImpact } from "@knockon/core/impact/get-impact";
import { findMostDependedOn, listRepositories } from "@knockon/core/repository/read-repositories";
import { getRepositoryContext } from "@knockon/core/repository/get-repository-context";
import { listDependencies, listDependents } from "@knockon/core/repository/declarations";
import { lookupRepository } from "@knockon/core/repository/lookup-repository";
import { getScan, listScans } from "@knockon/core/scan/read-scans";
import { PATH } from "./ecosystem.ts";

const PAGE = { limit: 50, offset: 0 };
const IMPACT = { ...PAGE, maxDepth: 3, through: "artifacts" as const, minConfidence: 0.4 };

/** Runs every read of the API once, for the repository with the most dependents. */
export async function readEverything(ctx: Context, connectedOrgId: string): Promise<void> {
  const fullPath = `${PATH}0`;
  const { id: repositoryId } = await lookupRepository(ctx, { fullPath });
  await lookupRepository(ctx, { url: `git@github.com:${fullPath}.git` });
  await getRepositoryContext(ctx, { repositoryId });
  await listDependents(ctx, { repositoryId, ...PAGE });
  await listDependencies(ctx, { repositoryId, ...PAGE });
  await listRepositories(ctx, PAGE);
  await listRepositories(ctx, { ...PAGE, q: "repository-77", connectedOrgId });
  await findMostDependedOn(ctx, { connectedOrgId });
  await getGraph(ctx, { connectedOrgId, root: repositoryId, depth: 2, minConfidence: 0.4 });
  await getGraph(ctx, { connectedOrgId, depth: 2, minConfidence: 0.4 });
  await getImpact(ctx, { fullPath, ...IMPACT });
  await getImpact(ctx, { fullPath, ...IMPACT, path: ["package.json"] });
  await readArtifacts(ctx, connectedOrgId);
  await getConnectedOrg(ctx, { connectedOrgId });
  await getConnectedOrgStats(ctx, { connectedOrgId });
  await listUnresolvedDeclarations(ctx, { connectedOrgId, ...PAGE });
  await listUnresolvedDeclarations(ctx, { connectedOrgId, ...PAGE, q: "part-77" });
  const scans = await listScans(ctx, { connectedOrgId, ...PAGE });
  for (const scan of scans.body.slice(0, 1)) await getScan(ctx, { scanId: scan.id });
}

async function readArtifacts(ctx: Context, connectedOrgId: string): Promise<void> {
  await listArtifacts(ctx, { connectedOrgId, ...PAGE });
  await listArtifacts(ctx, { connectedOrgId, ...PAGE, orphans: true, artifactType: "npm_package" });
  const { body } = await listArtifacts(ctx, { connectedOrgId, ...PAGE, q: "@acme/repository-0" });
  for (const { id: artifactId } of body.slice(0, 1)) {
    await getArtifact(ctx, { artifactId });
    await listArtifactConsumers(ctx, { artifactId, ...PAGE });
    await listArtifactVersions(ctx, { artifactId, ...PAGE });
  }
}
