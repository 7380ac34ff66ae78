import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { and, asc, countDistinct, desc, eq, gte } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isForeign } from "./declaration-rows.ts";
import { isPresent } from "./repository-row.ts";

/** The repository of an org that most others depend on; undefined where none does. */
export function findMostDependedOn(ctx: Context, { connectedOrgId }: { connectedOrgId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx
      .select({ id: repository.id, fullPath: repository.fullPath })
      .from(dependency)
      .innerJoin(repository, eq(repository.id, dependency.targetRepositoryId))
      .where(
        and(
          eq(repository.connectedOrgId, connectedOrgId),
          isPresent,
          isForeign,
          gte(dependency.confidence, FAN_IN_FLOOR),
        ),
      )
      .groupBy(repository.id, repository.fullPath)
      .orderBy(desc(countDistinct(dependency.sourceRepositoryId)), asc(repository.fullPath))
      .limit(1);
    return row;
  });
}
