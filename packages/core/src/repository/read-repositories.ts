import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { and, asc, countDistinct, desc, eq, gte, ilike } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { containing, type Page } from "../page.ts";
import { isForeign } from "./declarations.ts";
import { getRepositoryRow, isPresent, presentRepository, repositoryColumns } from "./repository-row.ts";

/** Throws NotFoundError. */
export function getRepository(ctx: Context, input: { repositoryId: string }) {
  return inWorkspace(ctx, async (tx) => presentRepository(await getRepositoryRow(tx, input.repositoryId)));
}

interface Filter {
  q?: string | undefined;
  connectedOrgId?: string | undefined;
  archived?: boolean | undefined;
}

/** Returns repositories ordered by full path. Throws NotFoundError for an unknown org. */
export function listRepositories(
  ctx: Context,
  { q, connectedOrgId, archived, limit, offset }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    if (connectedOrgId !== undefined) await getOrgRow(tx, connectedOrgId);
    const where = and(
      isPresent,
      q === undefined ? undefined : ilike(repository.fullPath, containing(q)),
      connectedOrgId === undefined ? undefined : eq(repository.connectedOrgId, connectedOrgId),
      archived === undefined ? undefined : eq(repository.archived, archived),
    );
    const total = await tx.$count(repository, where);
    const rows = await tx
      .select(repositoryColumns)
      .from(repository)
      .where(where)
      .orderBy(asc(repository.fullPath), asc(repository.id))
      .limit(limit)
      .offset(offset);
    return { total, body: rows.map(presentRepository) };
  });
}

/** Returns the org's repository with the most dependents, or undefined if none has any. */
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
