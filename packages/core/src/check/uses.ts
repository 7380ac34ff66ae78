import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { DEPENDENCY_ROLES } from "@knockon/contract/vocabulary/role";
import { fromThousandths, type Thousandths } from "@knockon/graph/confidence";
import { clockOf } from "@knockon/graph/impact/clock";
import type { CheckedUse } from "@knockon/graph/interface/present-check";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { usesWithPeers, withPeers, type PeerNames } from "@knockon/graph/interface/peers";
import { usedScope } from "@knockon/graph/interface/used-scope";
import { and, eq, gte, inArray, type SQL } from "drizzle-orm";
import { loadReleases, loadRepositoryReleases, releaseKey } from "../impact/releases.ts";
import { isForeign, type Reference } from "../repository/declarations.ts";

/** A declaration of another repository, with what it passes. */
export interface StoredUse extends CheckedUse<Reference> {
  targetRepositoryId: string;
  versioning: VersioningScheme;
  dependencyType: ArtifactType;
  rawReference: string;
}

/** Returns the use with the scope that it names among these interfaces of its target. */
export const withUsedScope = (use: StoredUse, interfaces: readonly ArtifactInterface[]): StoredUse => ({
  ...use,
  scope: usedScope(use, interfaces) ?? use.scope,
});

/** Returns declarations of other repositories' artifacts that are more than mentions. */
export async function loadUses(
  tx: Transaction,
  filter: SQL | undefined,
  floor: Thousandths,
): Promise<StoredUse[]> {
  const rows = await tx
    .select({
      dependency,
      artifactName: artifact.name,
      consumer: { id: repository.id, name: repository.name, fullPath: repository.fullPath },
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(
      and(
        filter,
        isForeign,
        gte(dependency.confidence, floor),
        inArray(dependency.role, [...DEPENDENCY_ROLES]),
      ),
    );
  const uses = rows.flatMap(({ dependency: row, artifactName, consumer }) => {
    if (row.targetRepositoryId === null) return [];
    const isUnnamed = row.targetScope === null || row.targetScope.startsWith("*");
    const scope = isUnnamed ? `${row.dependencyType}:${artifactName}` : (row.targetScope ?? "");
    return [{ row, scope, consumer, targetRepositoryId: row.targetRepositoryId }];
  });
  const targets = [...new Set(uses.map(({ targetRepositoryId }) => targetRepositoryId))];
  const releases = new Map([
    ...(await loadReleases(tx, targets)),
    ...(await loadRepositoryReleases(
      tx,
      uses.map(({ targetRepositoryId: repositoryId, scope }) => ({ repositoryId, scope })),
    )),
  ]);
  return uses.map(({ row, scope, consumer, targetRepositoryId }) => {
    const { versioning, versionConstraint, versionConstraintState: state, locked } = row;
    const release = releases.get(releaseKey(targetRepositoryId, scope)) ?? null;
    return {
      targetRepositoryId,
      scope,
      file: row.sourceFile,
      line: row.sourceLine,
      arguments: row.arguments,
      openArguments: row.openArguments,
      consumer,
      evidenceRule: row.evidenceRule,
      versionConstraint,
      versioning,
      dependencyType: row.dependencyType,
      rawReference: row.rawReference,
      role: row.role,
      clock: clockOf({ versioning, state, isLocked: locked !== null }, versionConstraint, release),
      confidence: fromThousandths(row.confidence),
    };
  });
}

/** Adds what the manifest of each use declares of the peers to its arguments. */
export async function loadPeers<U extends StoredUse>(
  tx: Transaction,
  uses: readonly U[],
  peers: PeerNames,
): Promise<readonly U[]> {
  const consumers = [...new Set(usesWithPeers(uses, peers).map(({ consumer }) => consumer.id))];
  if (consumers.length === 0) return uses;
  const names = [...new Set([...peers.values()].flatMap((each) => [...each]))];
  const rows = await tx
    .select({
      consumerId: dependency.sourceRepositoryId,
      name: artifact.name,
      file: dependency.sourceFile,
      line: dependency.sourceLine,
      versionConstraint: dependency.versionConstraint,
      evidenceRule: dependency.evidenceRule,
      locked: dependency.locked,
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .where(
      and(
        inArray(dependency.sourceRepositoryId, consumers),
        eq(dependency.dependencyType, "npm_package"),
        inArray(artifact.name, names),
      ),
    );
  const declared = rows.map(({ locked, ...row }) => ({ ...row, lockFile: locked?.file ?? null }));
  return withPeers(uses, peers, declared);
}
