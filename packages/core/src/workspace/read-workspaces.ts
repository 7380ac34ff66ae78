import type { Database } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { and, asc, eq, inArray, isNull, or } from "drizzle-orm";
import { countStats } from "../connected-org/connected-org-stats.ts";
import type { Context, UserContext } from "../context.ts";
import type { Counted, Page } from "../page.ts";
import { planFeatures, planOf } from "../plan/plans.ts";
import { allowedBy, SEATS } from "../plan/require-plan.ts";
import { countSeats } from "../plan/usage.ts";
import { getWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

export const getWorkspace = (ctx: Context): Promise<WorkspaceRow> =>
  inWorkspace(ctx, (tx) => getWorkspaceRow(tx, ctx.workspaceId));

/** Returns the user's workspaces or the key's workspace, ordered by name. Can filter by a current or former slug. */
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

export const getWorkspaceStats = (ctx: Context) =>
  inWorkspace(ctx, async (tx) =>
    countStats(ctx, tx, await tx.select().from(connectedOrg).where(isNull(connectedOrg.deletedAt))),
  );

/** Returns the plan's features and seats. Everything is included if plans are not enforced. */
export const getEntitlements = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const row = await getWorkspaceRow(tx, ctx.workspaceId);
    return {
      plan: row.plan,
      features: planFeatures(ctx, planOf(row.plan)),
      seatCount: await countSeats(tx),
      seatLimit: allowedBy(ctx, row, SEATS),
      billingEnforced: ctx.settings.billingEnforced,
    };
  });

/** The tables of resources, by the name of their path or query parameter. */
const RESOURCES = {
  artifact_id: artifact,
  check_id: changeCheck,
  connected_org_id: connectedOrg,
  repository_id: repository,
  scan_id: scan,
};

export type ResourceParameter = keyof typeof RESOURCES;
export const RESOURCE_PARAMETERS = Object.keys(RESOURCES) as ResourceParameter[];

/** Returns the ID of the workspace that owns a resource, or undefined for an unknown resource. */
export async function findWorkspaceOf(
  database: Database,
  parameter: ResourceParameter,
  id: string,
): Promise<string | undefined> {
  const table = RESOURCES[parameter];
  const [row] = await asSystem(database, (tx) =>
    tx.select({ workspaceId: table.workspaceId }).from(table).where(eq(table.id, id)),
  );
  return row?.workspaceId;
}
