import { inWorkspace } from "@knockon/db/in-workspace";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, asc, eq, ilike } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { containing } from "../like.ts";
import type { Page } from "../page.ts";
import { isPresent, presentRepository, repositoryColumns } from "./repository-row.ts";

interface Filter {
  q?: string | undefined;
  connectedOrgId?: string | undefined;
  archived?: boolean | undefined;
}

/** By full path. Throws NotFoundError for an org that is not there. */
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
