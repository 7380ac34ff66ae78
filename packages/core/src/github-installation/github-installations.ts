import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { and, asc, eq, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";

/** Returns the recorded installations, ordered by account. */
export const listGithubInstallations = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => ({
    total: await tx.$count(githubInstallation),
    body: await tx
      .select()
      .from(githubInstallation)
      .orderBy(asc(githubInstallation.account), asc(githubInstallation.installationId))
      .limit(page.limit)
      .offset(page.offset),
  }));

/** Removes an installation. Throws NotFoundError, and ConflictError while a connected org uses it. */
export function removeGithubInstallation(
  ctx: Context,
  { installationId }: { installationId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    if (!(await deleteInstallation(ctx, tx, installationId))) throw new NotFoundError();
    const [user] = await findUsers(tx, installationId);
    if (user) throw new ConflictError(`The organization ${user.name} uses this installation.`);
    return {};
  });
}

const findUsers = (tx: Transaction, installationId: string) =>
  tx
    .select({ name: connectedOrg.name })
    .from(connectedOrg)
    .innerJoin(credential, eq(credential.id, connectedOrg.credentialId))
    .where(and(eq(credential.installationId, installationId), isNull(connectedOrg.deletedAt)))
    .orderBy(asc(connectedOrg.name))
    .limit(1);

/** Returns whether a user of the workspace has proved ownership of the installation. */
export const isInstallationRecorded = async (tx: Transaction, installationId: string): Promise<boolean> =>
  (await tx.$count(githubInstallation, eq(githubInstallation.installationId, installationId))) > 0;

/** Records or updates an installation whose ownership the user proved. */
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

/** Returns false if the installation was not recorded. */
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
