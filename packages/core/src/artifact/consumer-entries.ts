import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { standing } from "@knockon/graph/versions/standing";
import { and, asc, count, eq, min, sql } from "drizzle-orm";
import { isConsumption, type ArtifactRow } from "./artifact-rows.ts";

/** One (repository, file, constraint) that uses the artifact, `importCount` times. */
export interface ConsumerEntry {
  repository: { id: string; name: string; fullPath: string };
  sourceFile: string;
  sourceLine: number | null;
  versionConstraint: string | null;
  versionConstraintState: VersionConstraintState;
  versionComment: string | null;
  versioning: ArtifactRow["versioning"];
  importCount: number;
  standing: "latest" | "lagging" | "unknown";
}

/** Every consumer entry of an artifact, by repository, file and constraint. */
export async function selectConsumerEntries(tx: Transaction, row: ArtifactRow): Promise<ConsumerEntry[]> {
  const groups = await tx
    .select({
      repository: { id: repository.id, name: repository.name, fullPath: repository.fullPath },
      sourceFile: dependency.sourceFile,
      sourceLine: min(dependency.sourceLine),
      versionConstraint: dependency.versionConstraint,
      versionConstraintState: dependency.versionConstraintState,
      versionComment: min(dependency.versionComment),
      versioning: dependency.versioning,
      importCount: count(),
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(and(eq(dependency.artifactId, row.id), isConsumption))
    .groupBy(
      repository.id,
      repository.name,
      repository.fullPath,
      dependency.sourceFile,
      dependency.versionConstraint,
      dependency.versionConstraintState,
      dependency.versioning,
    )
    .orderBy(
      asc(repository.fullPath),
      asc(dependency.sourceFile),
      sql`${dependency.versionConstraint} nulls first`,
    );
  return groups.map((group) => ({ ...group, standing: standing(group, row.version) }));
}

export const countRepositories = (entries: readonly ConsumerEntry[]): number =>
  new Set(entries.map((entry) => entry.repository.id)).size;
