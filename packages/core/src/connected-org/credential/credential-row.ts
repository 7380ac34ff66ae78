import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { and, eq, getTableColumns, isNotNull, notExists, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { HostRefusedError, type HostCredential } from "../../ports/git-host.ts";
import type { OrgRow } from "../org-row.ts";
import { seal, unseal, type SealScope } from "./seal.ts";

export type CredentialRow = typeof credential.$inferSelect & { isRecorded: boolean };

/** What opening a credential needs of its row, and whether its installation is recorded now for its workspace. */
export const credentialColumns = {
  ...getTableColumns(credential),
  isRecorded: sql<boolean>`exists (select from ${githubInstallation} where
    ${githubInstallation.workspaceId} = ${credential.workspaceId} and
    ${githubInstallation.installationId} = ${credential.installationId})`,
};

const scopeOf = (workspaceId: string, connectedOrgId: string): SealScope => ({
  workspaceId,
  connectedOrgId,
  field: "access_token",
});

/**
 * Stores what an org's host lets it in by, a token sealed. Orgs of the same installation share one row, and with it
 * its rate limit; a host that is asked without a credential has a limit too.
 */
export async function storeCredential(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
  given: HostCredential | null,
): Promise<string> {
  const { workspaceId } = ctx;
  const scope = scopeOf(workspaceId, connectedOrgId);
  const [row] = await tx
    .insert(credential)
    .values({
      id: randomUUID(),
      workspaceId,
      ...(given?.type === "token" && {
        accessTokenEncrypted: seal(ctx.ports.encryptionKeys, given.token, scope),
      }),
      ...(given?.type === "installation" && { installationId: given.installationId }),
    })
    .onConflictDoUpdate({
      target: [credential.workspaceId, credential.installationId],
      set: { refusedAt: null },
    })
    .returning({ id: credential.id });
  if (!row) throw new Error("An insert returns its row.");
  return row.id;
}

/** Gives an org another credential; the former one goes, unless other orgs share it. Returns the org's row. */
export async function replaceCredential(
  ctx: Context,
  tx: Transaction,
  { id, credentialId: former }: OrgRow,
  given: HostCredential,
): Promise<OrgRow> {
  const credentialId = await storeCredential(ctx, tx, id, given);
  const [row] = await tx
    .update(connectedOrg)
    .set({ credentialId })
    .where(eq(connectedOrg.id, id))
    .returning();
  if (!row) throw new Error("An update of a locked row returns it.");
  if (former !== null) await deleteUnusedCredential(tx, former);
  return row;
}

export async function deleteUnusedCredential(tx: Transaction, credentialId: string): Promise<void> {
  const users = tx
    .select({ one: sql`1` })
    .from(connectedOrg)
    .where(eq(connectedOrg.credentialId, credentialId));
  await tx.delete(credential).where(and(eq(credential.id, credentialId), notExists(users)));
}

export async function findCredentialRow(
  ctx: Context,
  { credentialId }: OrgRow,
): Promise<CredentialRow | null> {
  if (credentialId === null) return null;
  const [row] = await inWorkspace(ctx, (tx) =>
    tx.select(credentialColumns).from(credential).where(eq(credential.id, credentialId)),
  );
  return row ?? null;
}

/** What the row of the org's credential holds. Throws HostRefusedError where it was sealed by a key that is not here. */
export function openCredential(
  { ports: { encryptionKeys } }: Context,
  org: OrgRow,
  row: CredentialRow | null,
): HostCredential | null {
  if (!row) return null;
  const { installationId, accessTokenEncrypted, isRecorded } = row;
  const { workspaceId } = org;
  if (installationId !== null) return { type: "installation", installationId, workspaceId, isRecorded };
  if (accessTokenEncrypted === null) return null;
  const token = unseal(encryptionKeys, accessTokenEncrypted, scopeOf(workspaceId, org.id));
  if (token !== undefined) return { type: "token", token };
  throw new HostRefusedError(
    "The access token cannot be decrypted by this deployment's keys; give it again.",
  );
}

/** Remembers since when the host refuses the org's credential. */
export async function noteRefused(ctx: Context, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  const refusedAt = ctx.now();
  await inWorkspace(ctx, (tx) =>
    tx.update(credential).set({ refusedAt }).where(eq(credential.id, credentialId)),
  );
}

/** Forgets a refusal: the host accepts the org's credential. */
export async function noteAccepted(tx: Transaction, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  await tx
    .update(credential)
    .set({ refusedAt: null })
    .where(and(eq(credential.id, credentialId), isNotNull(credential.refusedAt)));
}

/** A token of an org that is deleted is of no more use to anybody; an installation is no secret. */
export async function forgetToken(tx: Transaction, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  await tx.update(credential).set({ accessTokenEncrypted: null }).where(eq(credential.id, credentialId));
}
