import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { lockMembership } from "./membership-row.ts";
import { requireChangeable } from "./require-changeable.ts";

/** From the next request on, the workspace does not exist for that person. */
export function removeMember(ctx: Context, { userId }: { userId: string }): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockMembership(tx, userId);
    requireChangeable(ctx, before);
    await tx.delete(membership).where(eq(membership.userId, userId));
    await recordAuditEvent(tx, ctx, {
      action: "member.removed",
      target: { type: "user", id: userId },
      before: { role: before.role },
    });
    return {};
  });
}
