import type { Role } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { countSeats } from "../plan/count-seats.ts";
import { requireRoom, SEATS } from "../plan/require-plan.ts";
import { lockMembership, selectMembers } from "./membership-row.ts";
import { requireChangeable } from "./require-changeable.ts";

/**
 * Gives a member another role, never that of the Owner. A viewer takes no seat: raised to more, throws
 * PaymentRequiredError where the plan has none left.
 */
export function updateMember(
  ctx: Context,
  { userId, role }: { userId: string; role: Exclude<Role, "owner"> },
) {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockMembership(tx, userId);
    requireChangeable(ctx, before);
    const takesSeat = before.role === "viewer" && role !== "viewer";
    if (takesSeat) await requireRoom(ctx, tx, SEATS, () => countSeats(tx));
    await tx.update(membership).set({ role }).where(eq(membership.userId, userId));
    await recordAuditEvent(tx, ctx, {
      action: "member.updated",
      target: { type: "user", id: userId },
      before: { role: before.role },
      after: { role },
    });
    const [after] = await selectMembers(tx, eq(membership.userId, userId));
    if (!after) throw new Error("The member was read in this transaction.");
    return after;
  });
}
