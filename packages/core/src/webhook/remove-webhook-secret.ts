import { inWorkspace } from "@knockon/db/in-workspace";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import { lockOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";

/** From here on no webhook of the org is accepted. Throws NotFoundError where there was no secret. */
export function removeWebhookSecret(
  ctx: Context,
  input: { connectedOrgId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const { id } = await lockOrgRow(tx, input.connectedOrgId);
    const { rowCount } = await tx.delete(webhook).where(eq(webhook.connectedOrgId, id));
    if (rowCount === 0) throw new NotFoundError();
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.webhook_secret_removed",
      target: { type: "connected_org", id },
    });
    return {};
  });
}
