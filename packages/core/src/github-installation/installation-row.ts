import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";

/** Whether somebody has proved for this workspace that the installation is theirs. */
export const isRecorded = async (tx: Transaction, installationId: string): Promise<boolean> =>
  (await tx.$count(githubInstallation, eq(githubInstallation.installationId, installationId))) > 0;

/** From whoever proved it; once more where it is recorded already. */
export function recordInstallation(
  ctx: Context,
  { installationId, ...proof }: { installationId: string; account: string; createdBy: string },
): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    const row = { ...proof, createdAt: ctx.now() };
    await tx
      .insert(githubInstallation)
      .values({ ...row, installationId, workspaceId: ctx.workspaceId })
      .onConflictDoUpdate({
        target: [githubInstallation.workspaceId, githubInstallation.installationId],
        set: row,
      });
    await recordAuditEvent(tx, ctx, {
      action: "github_installation.recorded",
      target: { type: "github_installation", id: installationId },
      after: { account: proof.account },
    });
  });
}

/** False where it was not recorded. */
export async function deleteInstallation(
  ctx: Context,
  tx: Transaction,
  installationId: string,
): Promise<boolean> {
  const [deleted] = await tx
    .delete(githubInstallation)
    .where(eq(githubInstallation.installationId, installationId))
    .returning({ account: githubInstallation.account });
  if (!deleted) return false;
  await recordAuditEvent(tx, ctx, {
    action: "github_installation.removed",
    target: { type: "github_installation", id: installationId },
    before: deleted,
  });
  return true;
}
