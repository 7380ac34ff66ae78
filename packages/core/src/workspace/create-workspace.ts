import { randomUUID } from "node:crypto";
import { asSystem, enterWorkspace } from "@knockon/db/in-workspace";
import type { Transaction } from "@knockon/db/database";
import { membership } from "@knockon/db/schema/membership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { UserContext } from "../context.ts";
import { userIdOf } from "../session/user-id.ts";
import { slugCandidates } from "./slug.ts";
import type { WorkspaceRow } from "./workspace-row.ts";

/** A workspace of which the caller is the Owner. */
export function createWorkspace(ctx: UserContext, { name }: { name: string }): Promise<WorkspaceRow> {
  const userId = userIdOf(ctx);
  return asSystem(ctx.database, async (tx) => {
    const created = await insertWorkspace(tx, name);
    const workspaceId = created.id;
    await enterWorkspace(tx, workspaceId);
    await tx.insert(membership).values({ workspaceId, userId, role: "owner", joinedAt: ctx.now() });
    await recordAuditEvent(
      tx,
      { ...ctx, workspaceId },
      {
        action: "workspace.created",
        target: { type: "workspace", id: workspaceId },
        after: { name, slug: created.slug },
      },
    );
    return created;
  });
}

/** Under the first of its slugs that is free. */
export async function insertWorkspace(tx: Transaction, name: string): Promise<WorkspaceRow> {
  for (const slug of slugCandidates(name)) {
    const [created] = await tx
      .insert(workspace)
      .values({ id: randomUUID(), name, slug })
      .onConflictDoNothing({ target: workspace.slug })
      .returning();
    if (created) return created;
  }
  throw new Error("The candidates never end.");
}
