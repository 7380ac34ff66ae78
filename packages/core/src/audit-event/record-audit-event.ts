import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import type { Context } from "../context.ts";

export interface Change {
  /** `connected_org.created`. */
  action: `${string}.${string}`;
  target: { type: string; id: string };
  /** What the change was about, before and after it; never a secret. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Notes a change in its own transaction: there is no change without its event, and no event without its change. */
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
    before: before ?? null,
    after: after ?? null,
    requestId,
    createdAt: now(),
  });
}
