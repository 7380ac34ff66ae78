import type { Transaction } from "@knockon/db/database";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { getUse, type PackedGraph } from "@knockon/graph/packed-graph";
import { hasRepositoryRelease, repositoryRelease } from "@knockon/graph/versions/published-versions";
import { versioningOf } from "@knockon/graph/versions/scheme";
import { inArray } from "drizzle-orm";

/** Returns a function from a use of some repositories to the latest known release of what it names. */
export async function loadReleasesOfUses(
  tx: Transaction,
  graph: PackedGraph,
  repositoryIds: readonly string[],
): Promise<(use: number) => string | null> {
  const releases = new Map([
    ...(await loadReleases(tx, repositoryIds)),
    ...(await loadRepositoryReleases(tx, unnamedScopes(graph, repositoryIds))),
  ]);
  return (use) => {
    const { target, artifact: scope } = getUse(graph, use);
    return releases.get(releaseKey(target, scope)) ?? null;
  };
}

/** Returns the scopes of some repositories that uses name without an artifact: the repository, a type or a file. */
function unnamedScopes({ nodes, strings, uses }: PackedGraph, repositoryIds: readonly string[]): ScopeOf[] {
  const wanted = new Set(repositoryIds);
  const isWanted = nodes.map((id) => wanted.has(id));
  const isUnnamed = strings.map((text) => text !== null && hasRepositoryRelease(text));
  const found = new Map<string, ScopeOf>();
  for (const [use, text] of uses.artifact.entries()) {
    const target = uses.target[use] ?? -1;
    if (isUnnamed[text] !== true || isWanted[target] !== true) continue;
    const each = { repositoryId: nodes[target] ?? "", scope: strings[text] ?? "" };
    found.set(releaseKey(each.repositoryId, each.scope), each);
  }
  return [...found.values()];
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
interface ScopeOf {
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
