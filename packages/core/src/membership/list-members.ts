import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { selectMembers } from "./membership-row.ts";

export const listMembers = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => ({
    total: await tx.$count(membership),
    body: await selectMembers(tx).limit(page.limit).offset(page.offset),
  }));
