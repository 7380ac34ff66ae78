import { randomUUID } from "node:crypto";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { asc, eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";

/**
 * Ends a user's memberships before the account is deleted. Returns the names of workspaces that the user owns, if any. In this case,
 * nothing changes, because a workspace needs an Owner.
 */
export async function leaveWorkspaces(
  { database, now }: Pick<Context, "database" | "now">,
  userId: string,
): Promise<string[]> {
  const memberships = await asSystem(database, (tx) =>
    tx
      .select({
        workspaceId: workspace.id,
        name: workspace.name,
        deletedAt: workspace.deletedAt,
        role: membership.role,
      })
      .from(membership)
      .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
      .where(eq(membership.userId, userId))
      .orderBy(asc(workspace.name)),
  );
  const owned = memberships.filter(({ role, deletedAt }) => role === "owner" && deletedAt === null);
  if (owned.length > 0) return owned.map(({ name }) => name);
  for (const { workspaceId } of memberships) {
    await inWorkspace({ database, workspaceId }, async (tx) => {
      const [removed] = await tx.delete(membership).where(eq(membership.userId, userId)).returning();
      if (!removed) return;
      const actor = { type: "user", id: userId, role: removed.role } as const;
      await recordAuditEvent(
        tx,
        { actor, workspaceId, requestId: randomUUID(), now },
        {
          action: "member.removed",
          target: { type: "user", id: userId },
          before: { role: removed.role },
        },
      );
    });
  }
  return [];
}
