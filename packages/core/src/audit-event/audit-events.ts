import { randomUUID } from "node:crypto";
import type { AuditArea } from "@knockon/contract/resources/workspace";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";

export interface Change {
  /** The resource and what happened to it, for example `connected_org.created`. */
  action: `${string}.${string}`;
  target: { type: string; id: string };
  /** The changed fields, never secrets. Stored with snake_case keys at every depth. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Records a change in the transaction that makes it, so that neither is committed without the other. */
export async function recordAuditEvent(
  tx: Transaction,
  { actor, workspaceId, requestId, now }: Pick<Context, "actor" | "workspaceId" | "requestId" | "now">,
  { action, target, before, after }: Change,
): Promise<void> {
  await tx.insert(auditEvent).values({
    id: randomUUID(),
    workspaceId,
    actorType: actor.type,
    actorId: actor.type === "system" ? null : actor.id,
    action,
    targetType: target.type,
    targetId: target.id,
    before: snakeKeys(before ?? null),
    after: snakeKeys(after ?? null),
    requestId,
    createdAt: now(),
  });
}

/** Events have no schema for `before` and `after`, so the API passes them through. Their keys are converted here. */
function snakeKeys<T>(value: T): T {
  const json = JSON.stringify(value, (_, child: unknown) =>
    typeof child === "object" && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).map(([key, one]) => [snakeCase(key), one]))
      : child,
  );
  return JSON.parse(json) as T;
}

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

interface Filter {
  area?: AuditArea | undefined;
  actorId?: string | undefined;
}

/** Returns audit events, newest first, optionally of one area or one actor. */
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
