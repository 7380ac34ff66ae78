import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, desc, eq, inArray } from "drizzle-orm";
import { selectArtifacts } from "../artifact/artifact-rows.ts";
import type { Context } from "../context.ts";
import { presentScan } from "../scan/scan-row.ts";
import { countDependentRepositories, selectDependencies, selectDependents } from "./declaration-rows.ts";
import { getRepositoryRow, presentRepository } from "./repository-row.ts";

const FIRST_ROWS = { limit: 100, offset: 0 };

/** One repository with its neighbourhood, for a person or an agent that is about to change it. */
export function getRepositoryContext(ctx: Context, { repositoryId }: { repositoryId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getRepositoryRow(tx, repositoryId);
    const dependencies = await selectDependencies(tx, repositoryId, FIRST_ROWS);
    const dependents = await selectDependents(tx, repositoryId, FIRST_ROWS);
    const artifacts = await selectArtifacts(tx, eq(artifact.sourceRepositoryId, repositoryId), {
      limit: 500,
      offset: 0,
    });
    const [lastScan] = await tx
      .select()
      .from(scan)
      .where(and(eq(scan.connectedOrgId, row.connectedOrgId), inArray(scan.status, ["completed", "partial"])))
      .orderBy(desc(scan.completedAt))
      .limit(1);
    return {
      repository: presentRepository(row),
      dependencies: dependencies.body,
      dependenciesTotal: dependencies.total,
      dependents: dependents.body,
      dependentsTotal: dependents.total,
      dependentRepositoriesTotal: await countDependentRepositories(tx, repositoryId),
      artifacts: artifacts.body,
      ownership: null,
      lastScan: lastScan ? await presentScan(tx, lastScan) : null,
    };
  });
}
