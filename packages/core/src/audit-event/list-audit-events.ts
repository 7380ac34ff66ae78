import { inWorkspace } from "@knockon/db/in-workspace";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { desc } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";

/** Newest first. */
export const listAuditEvents = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(auditEvent)
      .orderBy(desc(auditEvent.createdAt), desc(auditEvent.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total: await tx.$count(auditEvent), body: rows.map(presentAuditEvent) };
  });

export const presentAuditEvent = ({
  actorType,
  actorId,
  targetType,
  targetId,
  ...row
}: typeof auditEvent.$inferSelect) => ({
  ...row,
  actor: { type: actorType, id: actorId },
  target: { type: targetType, id: targetId },
});
