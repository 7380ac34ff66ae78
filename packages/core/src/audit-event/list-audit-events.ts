import type { AuditArea } from "@knockon/contract/resources/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";

interface Filter {
  area?: AuditArea | undefined;
  actorId?: string | undefined;
}

/** Newest first: all, what was done to one kind of thing, what one person or key did. */
export const listAuditEvents = (ctx: Context, { area, actorId, ...page }: Page & Filter) =>
  inWorkspace(ctx, async (tx) => {
    const wanted = and(
      area === undefined ? undefined : eq(sql`split_part(${auditEvent.action}, '.', 1)`, area),
      actorId === undefined ? undefined : eq(auditEvent.actorId, actorId),
    );
    const rows = await tx
      .select()
      .from(auditEvent)
      .where(wanted)
      .orderBy(desc(auditEvent.createdAt), desc(auditEvent.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total: await tx.$count(auditEvent, wanted), body: rows.map(presentAuditEvent) };
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
