import { inWorkspace } from "@knockon/db/in-workspace";
import { prepared } from "@knockon/db/database";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { selectProducts } from "../artifact/artifacts.ts";
import type { Context } from "../context.ts";
import { findSummaries } from "../ownership/get-ownership.ts";
import { presentScan } from "../scan/scan-row.ts";
import {
  countDependencyNames,
  countDependentRepositories,
  selectDependencies,
  selectDependents,
} from "./declarations.ts";
import { getRepositoryRow, presentRepository } from "./repository-row.ts";

const FIRST_ROWS = { limit: 100, offset: 0 };

/** Returns a repository with its dependencies, dependents and artifacts, for someone about to change it. */
export function getRepositoryContext(ctx: Context, { repositoryId }: { repositoryId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getRepositoryRow(tx, repositoryId);
    const dependencies = await selectDependencies(ctx, tx, repositoryId, FIRST_ROWS);
    const dependents = await selectDependents(ctx, tx, repositoryId, FIRST_ROWS);
    const artifacts = await selectProducts(tx, repositoryId);
    const ownerships = await findSummaries(ctx, tx, [repositoryId]);
    const [lastScan] = await selectLastScan(tx, row);
    return {
      repository: presentRepository(row),
      dependencies: dependencies.body,
      dependenciesTotal: dependencies.total,
      dependencyNamesTotal: await countDependencyNames(tx, repositoryId),
      dependents: dependents.body,
      dependentsTotal: dependents.total,
      unnamedDependents: dependents.unnamedRepositories,
      dependentRepositoriesTotal: await countDependentRepositories(tx, repositoryId),
      artifacts,
      ownership: ownerships.get(repositoryId) ?? null,
      lastScan: lastScan ? await presentScan(tx, lastScan) : null,
    };
  });
}

const selectLastScan = prepared("last scan of an org", (tx) =>
  tx
    .select()
    .from(scan)
    .where(
      and(
        eq(scan.connectedOrgId, sql.placeholder("connectedOrgId")),
        inArray(scan.status, ["completed", "partial"]),
      ),
    )
    .orderBy(desc(scan.completedAt))
    .limit(1),
);
