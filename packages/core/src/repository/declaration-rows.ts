import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, asc, countDistinct, eq, ne, type SQL } from "drizzle-orm";
import type { Counted, Page } from "../page.ts";
import { presentReference } from "./repository-row.ts";

type DependencyRow = typeof dependency.$inferSelect;
type Reference = { id: string; name: string; fullPath: string };

const reference = { id: repository.id, name: repository.name, fullPath: repository.fullPath };

/** A repository does not depend on itself: what it declares of itself is no row of either list. */
export const isForeign = ne(dependency.sourceRepositoryId, dependency.targetRepositoryId);

/** The one definition of "uses this repository", behind every list and count of dependents. */
export const usesOf = (repositoryId: string): SQL | undefined =>
  and(eq(dependency.targetRepositoryId, repositoryId), isForeign);

export async function selectDependents(tx: Transaction, repositoryId: string, page: Page) {
  const where = usesOf(repositoryId);
  const total = await tx.$count(dependency, where);
  const rows = await tx
    .select({ dependency, reference })
    .from(dependency)
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(where)
    .orderBy(
      asc(repository.fullPath),
      asc(dependency.sourceFile),
      asc(dependency.sourceLine),
      asc(dependency.id),
    )
    .limit(page.limit)
    .offset(page.offset);
  const body = rows.map((row) => ({
    ...presentDeclaration(row.dependency),
    sourceRepositoryId: repositoryId,
    targetRepositoryId: row.reference.id,
    targetRepository: presentReference(row.reference),
  }));
  return { total, body } satisfies Counted<unknown>;
}

export async function countDependentRepositories(tx: Transaction, repositoryId: string): Promise<number> {
  const [row] = await tx
    .select({ count: countDistinct(dependency.sourceRepositoryId) })
    .from(dependency)
    .where(usesOf(repositoryId));
  return row?.count ?? 0;
}

export async function selectDependencies(tx: Transaction, repositoryId: string, page: Page) {
  const where = eq(dependency.sourceRepositoryId, repositoryId);
  const total = await tx.$count(dependency, where);
  const rows = await tx
    .select({ dependency, reference })
    .from(dependency)
    .leftJoin(repository, eq(repository.id, dependency.targetRepositoryId))
    .where(where)
    .orderBy(asc(dependency.sourceFile), asc(dependency.sourceLine), asc(dependency.id))
    .limit(page.limit)
    .offset(page.offset);
  const body = rows.map((row) => ({
    ...presentDeclaration(row.dependency),
    sourceRepositoryId: repositoryId,
    targetRepositoryId: row.dependency.targetRepositoryId,
    targetRepository: presentOptional(row.reference),
    reason: row.dependency.reason,
  }));
  return { total, body } satisfies Counted<unknown>;
}

const presentOptional = (row: Reference | null) => (row ? presentReference(row) : null);

export const presentDeclaration = (row: DependencyRow) => ({
  id: row.id,
  artifactId: row.artifactId,
  dependencyType: row.dependencyType,
  versionConstraint: row.versionConstraint,
  versionConstraintState: row.versionConstraintState,
  sourceFile: row.sourceFile,
  sourceLine: row.sourceLine,
  rawReference: row.rawReference,
  confidence: row.confidence / 1000,
  evidence: { class: row.evidenceClass, rule: row.evidenceRule },
});
