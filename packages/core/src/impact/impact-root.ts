import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { producer, repository } from "@knockon/db/schema/repository.sql";
import { startsOf } from "@knockon/graph/impact/artifact-graph";
import type { ImpactOptions } from "@knockon/graph/impact/impact";
import { startsOfPaths } from "@knockon/graph/impact/path-starts";
import type { PackedGraph } from "@knockon/graph/packed-graph";
import { repositoryRelease } from "@knockon/graph/versions/published-versions";
import { versioningOf } from "@knockon/graph/versions/scheme";
import { eq, inArray } from "drizzle-orm";
import { toUse } from "../publish/resolve-repositories.ts";
import { usesOf } from "../repository/declarations.ts";

/** The part of a repository that changes: everything, one artifact, or what is built from files and folders. */
export interface RootPart {
  artifactId?: string | undefined;
  path?: readonly string[] | undefined;
}

/** Returns where the change of a part of the root starts. */
export async function findStarts(
  tx: Transaction,
  graph: PackedGraph,
  node: number,
  { artifactId, path }: RootPart,
): Promise<Pick<ImpactOptions, "starts" | "countsForRoot"> & { unusedPaths?: string[] }> {
  if (artifactId !== undefined) {
    const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
    return { starts: row ? startsOf(graph, node, `${row.artifactType}:${row.name}`) : [] };
  }
  return path === undefined ? {} : startsOfFiles(tx, graph, node, path);
}

async function startsOfFiles(tx: Transaction, graph: PackedGraph, node: number, paths: readonly string[]) {
  const repositoryId = graph.nodes[node] ?? "";
  const [row] = await tx.select().from(producer).where(eq(producer.repositoryId, repositoryId));
  const rows = await tx.select().from(dependency).where(usesOf(repositoryId));
  return startsOfPaths(graph, node, paths, {
    artifactFiles: new Map(
      (row?.artifacts ?? []).map((one) => [`${one.artifactType}:${one.name}`, one.sourceFile]),
    ),
    declarations: rows.flatMap((declared) => {
      const use = toUse(declared);
      return use ? [{ use, rawReference: declared.rawReference }] : [];
    }),
  });
}

/** Returns the latest known release of the artifacts that some repositories produce, by repository and scope. */
export async function loadReleases(
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, string>> {
  if (repositoryIds.length === 0) return new Map();
  const rows = await tx
    .select({
      repositoryId: artifact.sourceRepositoryId,
      artifactType: artifact.artifactType,
      name: artifact.name,
      version: artifact.version,
      versioning: artifact.versioning,
    })
    .from(artifact)
    .where(inArray(artifact.sourceRepositoryId, [...repositoryIds]));
  return new Map(
    rows.flatMap(({ repositoryId, artifactType, name, version, versioning }) =>
      version === null || !versioningOf(versioning).isStable(version)
        ? []
        : [[releaseKey(repositoryId ?? "", `${artifactType}:${name}`), version] as const],
    ),
  );
}

/** A scope of a repository. */
export interface ScopeOf {
  repositoryId: string;
  scope: string;
}

/**
 * Returns the latest releases of repositories by their tags, by repository and scope, for uses that name no artifact: see
 * `repositoryRelease`.
 */
export async function loadRepositoryReleases(
  tx: Transaction,
  scopes: readonly ScopeOf[],
): Promise<Map<string, string>> {
  const ids = [...new Set(scopes.map(({ repositoryId }) => repositoryId))];
  if (ids.length === 0) return new Map();
  const { id, fullPath, tags } = repository;
  const rows = await tx.select({ id, fullPath, tags }).from(repository).where(inArray(id, ids));
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    scopes.flatMap(({ repositoryId, scope }) => {
      const row = found.get(repositoryId);
      const release = row && repositoryRelease(row.fullPath, row.tags, scope);
      return release === undefined ? [] : [[releaseKey(repositoryId, scope), release] as const];
    }),
  );
}

export const releaseKey = (repositoryId: string, scope: string): string => `${repositoryId} ${scope}`;
