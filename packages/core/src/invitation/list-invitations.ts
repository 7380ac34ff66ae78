import type { Role } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { invitation } from "@knockon/db/schema/membership.sql";
import { asc } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { isOpenInvitation } from "../plan/count-seats.ts";

/** The open ones, oldest first. */
export const listInvitations = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(invitation)
      .where(isOpenInvitation)
      .orderBy(asc(invitation.createdAt), asc(invitation.id))
      .limit(page.limit)
      .offset(page.offset);
    const body = rows.map((row) => ({ ...row, role: row.role as Exclude<Role, "owner"> }));
    return { total: await tx.$count(invitation, isOpenInvitation), body };
  });
