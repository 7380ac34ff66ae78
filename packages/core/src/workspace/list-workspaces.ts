import { asSystem } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import type { UserContext } from "../context.ts";
import type { Counted, Page } from "../page.ts";
import type { WorkspaceRow } from "./workspace-row.ts";

/** By name: those that a person belongs to, or the one that a key speaks for; by a slug, a former one too. */
export function listWorkspaces(
  ctx: UserContext,
  { slug, ...page }: Page & { slug?: string | undefined },
): Promise<Counted<WorkspaceRow[]>> {
  const { actor, workspaceId } = ctx;
  return asSystem(ctx.database, async (tx) => {
    const belonging =
      actor.type === "user"
        ? inArray(
            workspace.id,
            tx.select({ id: membership.workspaceId }).from(membership).where(eq(membership.userId, actor.id)),
          )
        : eq(workspace.id, workspaceId ?? "");
    const former = tx
      .select({ id: formerSlug.workspaceId })
      .from(formerSlug)
      .where(eq(formerSlug.slug, slug ?? ""));
    const called =
      slug === undefined ? undefined : or(eq(workspace.slug, slug), inArray(workspace.id, former));
    const mine = and(isNull(workspace.deletedAt), belonging, called);
    const body = await tx
      .select()
      .from(workspace)
      .where(mine)
      .orderBy(asc(workspace.name), asc(workspace.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total: await tx.$count(workspace, mine), body };
  });
}
