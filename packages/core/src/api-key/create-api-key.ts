import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { isNull } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { API_KEYS, requireRoom } from "../plan/require-plan.ts";
import { createKey, hashKey } from "./key-format.ts";

/** Makes a key for the context's workspace. `key` is the plaintext: shown now, stored nowhere. */
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
