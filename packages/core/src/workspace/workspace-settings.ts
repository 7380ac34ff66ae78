import type { NamingRule, NamingScope } from "@knockon/contract/vocabulary/check";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { getWorkspaceRow, lockWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

const settingsOf = ({ namingRule, namingScope, mentionsOwners }: WorkspaceRow) => ({
  namingRule,
  namingScope,
  mentionsOwners,
});

export const getWorkspaceSettings = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => settingsOf(await getWorkspaceRow(tx, ctx.workspaceId)));

interface SettingsUpdate {
  namingRule?: NamingRule | undefined;
  namingScope?: NamingScope | undefined;
  mentionsOwners?: boolean | undefined;
}

/** Changes the given settings. They apply to texts and answers from now on. */
export function updateWorkspaceSettings(ctx: Context, changed: SettingsUpdate) {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockWorkspaceRow(tx, ctx.workspaceId);
    const [after] = await tx
      .update(workspace)
      .set({ ...changed, updatedAt: ctx.now() })
      .where(eq(workspace.id, before.id))
      .returning();
    if (!after) throw new Error("The row was read in this transaction.");
    await recordAuditEvent(tx, ctx, {
      action: "workspace.settings_updated",
      target: { type: "workspace", id: before.id },
      before: settingsOf(before),
      after: settingsOf(after),
    });
    return settingsOf(after);
  });
}
