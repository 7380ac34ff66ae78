import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { and, eq, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";

/** It opens nothing from the next request on. Throws NotFoundError for one that is revoked already. */
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
