import { randomBytes } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import { lockOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import { sealSecret } from "./webhook-secret.ts";
import { sourceOf } from "./webhook-source.ts";

const SECRET_BYTES = 32;

/** Makes the secret of an org's webhooks, in place of a former one. It is in no later answer. Throws InvalidInputError. */
export function createWebhookSecret(
  ctx: Context,
  input: { connectedOrgId: string },
): Promise<{ secret: string }> {
  return inWorkspace(ctx, async (tx) => {
    const { id: connectedOrgId, workspaceId, platform, url } = await lockOrgRow(tx, input.connectedOrgId);
    if (platform === "local") {
      const loc = ["path", "connected_org_id"];
      throw new InvalidInputError(loc, "A local org is a folder: no host sends webhooks of it.");
    }
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const secretEncrypted = sealSecret(ctx.ports.encryptionKeys, secret, { workspaceId, connectedOrgId });
    await tx
      .insert(webhook)
      .values({ connectedOrgId, workspaceId, platform, source: sourceOf(url), secretEncrypted })
      .onConflictDoUpdate({ target: webhook.connectedOrgId, set: { secretEncrypted } });
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.webhook_secret_created",
      target: { type: "connected_org", id: connectedOrgId },
    });
    return { secret };
  });
}
