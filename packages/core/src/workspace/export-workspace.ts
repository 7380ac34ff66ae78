import { inSnapshot, inWorkspace } from "@knockon/db/in-workspace";
import type { Transaction } from "@knockon/db/database";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { TooManyRequestsError } from "../errors.ts";
import { exportSections, type ExportSections } from "./export-sections.ts";
import { getWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Exports the workspace from one snapshot, reading sections as `consume` takes them. Throws TooManyRequestsError if an export started
 * within the last hour.
 */
export async function exportWorkspace(ctx: Context) {
  const { slug } = await inWorkspace(ctx, (tx) => beginExport(ctx, tx));
  return {
    filename: `${slug}-${ctx.now().toISOString().slice(0, 10)}.json`,
    read: (consume: (sections: ExportSections) => Promise<void>): Promise<void> =>
      inSnapshot(ctx, async (tx) => consume(await exportSections(ctx, tx))),
  };
}

async function beginExport(ctx: Context, tx: Transaction): Promise<WorkspaceRow> {
  const now = ctx.now();
  const isDue = or(
    isNull(workspace.exportedAt),
    lte(workspace.exportedAt, new Date(now.getTime() - HOUR_MS)),
  );
  const [begun] = await tx
    .update(workspace)
    .set({ exportedAt: now })
    .where(and(eq(workspace.id, ctx.workspaceId), isNull(workspace.deletedAt), isDue))
    .returning();
  if (!begun) {
    const { exportedAt } = await getWorkspaceRow(tx, ctx.workspaceId);
    const dueAt = (exportedAt ?? now).getTime() + HOUR_MS;
    throw new TooManyRequestsError(Math.max(1, Math.ceil((dueAt - now.getTime()) / 1000)));
  }
  await recordAuditEvent(tx, ctx, {
    action: "workspace.exported",
    target: { type: "workspace", id: begun.id },
  });
  return begun;
}
