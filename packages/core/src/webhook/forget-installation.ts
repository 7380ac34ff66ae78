import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { eq } from "drizzle-orm";
import type { Context, UserContext } from "../context.ts";
import { deleteInstallation } from "../github-installation/installation-row.ts";

/** An installation that is gone at GitHub goes from every workspace that recorded it, and shows on the orgs that used it. */
export async function forgetInstallation(base: UserContext, installationId: string): Promise<void> {
  const holders = await asSystem(base.database, (tx) =>
    tx
      .select({ workspaceId: githubInstallation.workspaceId })
      .from(githubInstallation)
      .where(eq(githubInstallation.installationId, installationId)),
  );
  for (const { workspaceId } of holders) await forgetIn({ ...base, workspaceId }, installationId);
  base.log.info("installation gone", { requestId: base.requestId, workspaces: holders.length });
}

/** Once, however often the event comes. */
function forgetIn(ctx: Context, installationId: string): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    if (!(await deleteInstallation(ctx, tx, installationId))) return;
    await tx
      .update(credential)
      .set({ refusedAt: ctx.now() })
      .where(eq(credential.installationId, installationId));
  });
}
