import { randomUUID } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { and, desc, eq, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { API_KEYS, requireRoom } from "../plan/require-plan.ts";
import { createKey, hashKey } from "./key-format.ts";

/** Creates a key for the context's workspace. The plaintext `key` is returned once and never stored. */
export function createApiKey(
  ctx: Pick<Context, "actor" | "database" | "now" | "requestId" | "settings" | "workspaceId">,
  { name }: { name: string },
) {
  const { key, prefix } = createKey();
  return inWorkspace(ctx, async (tx) => {
    await requireRoom(ctx, tx, API_KEYS, () => tx.$count(apiKey, isNull(apiKey.revokedAt)));
    const [created] = await tx
      .insert(apiKey)
      .values({
        id: randomUUID(),
        workspaceId: ctx.workspaceId,
        name,
        prefix,
        hash: hashKey(key),
        createdBy: ctx.actor.type === "user" ? ctx.actor.id : null,
      })
      .returning();
    if (!created) throw new Error("An insert returns its row.");
    await recordAuditEvent(tx, ctx, {
      action: "api_key.created",
      target: { type: "api_key", id: created.id },
      after: { name, prefix },
    });
    return { ...created, key };
  });
}

/** Returns all keys including revoked ones, newest first. */
export const listApiKeys = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => ({
    total: await tx.$count(apiKey),
    body: await tx
      .select()
      .from(apiKey)
      .orderBy(desc(apiKey.createdAt), desc(apiKey.id))
      .limit(page.limit)
      .offset(page.offset),
  }));

/** Revokes a key immediately. Throws NotFoundError for an unknown or revoked key. */
export function revokeApiKey(ctx: Context, { keyId }: { keyId: string }): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const [revoked] = await tx
      .update(apiKey)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(apiKey.id, keyId), isNull(apiKey.revokedAt)))
      .returning({ prefix: apiKey.prefix, name: apiKey.name });
    if (!revoked) throw new NotFoundError();
    await recordAuditEvent(tx, ctx, {
      action: "api_key.revoked",
      target: { type: "api_key", id: keyId },
      before: revoked,
    });
    return {};
  });
}
