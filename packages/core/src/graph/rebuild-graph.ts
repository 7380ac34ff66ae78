import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { extraction } from "@knockon/db/schema/extraction.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import type { Composition } from "@knockon/extract/ecosystem";
import { compositionUse, type Use } from "@knockon/graph/edges";
import { packGraph } from "@knockon/graph/pack-graph";
import { type PackedGraph } from "@knockon/graph/packed-graph";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { toUse } from "../publish/resolve-repositories.ts";

/** Repositories per statement, to bound the rows in memory. */
const BATCH_SIZE = 500;

/** Returns the graph of the last publish, from its rows. Equal to the one that the publish stored. */
export async function rebuildGraph(tx: Transaction): Promise<PackedGraph> {
  const repositories = await tx
    .select({
      id: producer.repositoryId,
      fullPath: producer.fullPath,
      compositions: sql<Composition[]>`coalesce(${extraction.content} -> 'compositions', '[]')`,
    })
    .from(producer)
    .leftJoin(extraction, eq(extraction.id, producer.extractionId));
  const uses: Use[] = [];
  for (const { id, compositions } of repositories)
    uses.push(...compositions.map((one) => compositionUse(id, one)));
  const paths = new Map(repositories.map(({ id, fullPath }) => [id, fullPath]));
  const ids = [...paths.keys()];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const rows = await selectDeclarations(tx, ids.slice(start, start + BATCH_SIZE));
    uses.push(...rows.flatMap((row) => toUse(row) ?? []));
  }
  return packGraph(ids, uses, (id) => paths.get(id));
}

const selectDeclarations = (tx: Transaction, repositoryIds: string[]) =>
  tx
    .select({
      sourceRepositoryId: dependency.sourceRepositoryId,
      targetRepositoryId: dependency.targetRepositoryId,
      dependencyType: dependency.dependencyType,
      versionConstraint: dependency.versionConstraint,
      versionConstraintState: dependency.versionConstraintState,
      versioning: dependency.versioning,
      confidence: dependency.confidence,
      role: dependency.role,
      scope: dependency.scope,
      targetScope: dependency.targetScope,
      locked: dependency.locked,
    })
    .from(dependency)
    .where(
      and(
        sql`${dependency.sourceRepositoryId} = any(${sql.param(repositoryIds)}::uuid[])`,
        isNotNull(dependency.targetRepositoryId),
      ),
    );
