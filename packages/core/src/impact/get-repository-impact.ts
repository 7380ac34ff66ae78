import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getRepositoryRow } from "../repository/repository-row.ts";
import { impactOfRepository, type ImpactQuery } from "./impact-of-repository.ts";

export function getRepositoryImpact(
  ctx: Context,
  { repositoryId, ...query }: { repositoryId: string } & ImpactQuery,
) {
  return inWorkspace(ctx, async (tx) =>
    impactOfRepository(ctx, tx, await getRepositoryRow(tx, repositoryId), query),
  );
}
