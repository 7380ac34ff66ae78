import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { asc, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { presentOrgs } from "./present-orgs.ts";

/** By name. */
export function listConnectedOrgs(ctx: Context, page: Page) {
  return inWorkspace(ctx, async (tx) => {
    const live = isNull(connectedOrg.deletedAt);
    const total = await tx.$count(connectedOrg, live);
    const rows = await tx
      .select()
      .from(connectedOrg)
      .where(live)
      .orderBy(asc(connectedOrg.name), asc(connectedOrg.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total, body: await presentOrgs(tx, rows) };
  });
}
