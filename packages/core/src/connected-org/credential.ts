import { randomUUID } from "node:crypto";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { and, eq, getTableColumns, isNotNull, notExists, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import { isInstallationRecorded } from "../github-installation/github-installations.ts";
import { type HostCredential, HostRefusedError } from "../ports/git-host.ts";
import type { OrgRow } from "./org-row.ts";
import { seal, type SealScope, unseal } from "./seal.ts";

interface CredentialInput {
  platform: Platform;
  accessToken?: string | undefined;
  installationId?: string | undefined;
}

/** Returns the credential in a request body, or null. Throws InvalidInputError if the platform does not support it. */
export async function readCredential(
  ctx: Context,
  { platform, accessToken, installationId }: CredentialInput,
): Promise<HostCredential | null> {
  if (installationId !== undefined && platform !== "github") {
    throw fieldError("installation_id", "Installations are only supported for GitHub.");
  }
  if (installationId !== undefined && accessToken !== undefined) {
    throw fieldError("installation_id", "Give either an access token or an installation.");
  }
  if (accessToken !== undefined && platform === "local") {
    throw fieldError("access_token", "A local organization does not use an access token.");
  }
  if (installationId !== undefined) {
    const { workspaceId } = ctx;
    const isRecorded = await inWorkspace(ctx, (tx) => isInstallationRecorded(tx, installationId));
    return { type: "installation", installationId, workspaceId, isRecorded };
  }
  return accessToken === undefined ? null : { type: "token", token: accessToken };
}

const fieldError = (field: string, detail: string): InvalidInputError =>
  new InvalidInputError(["body", field], detail);

export type CredentialRow = typeof credential.$inferSelect & { isRecorded: boolean };

/** The columns that opening a credential needs, and whether its installation is recorded for the workspace. */
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
 * Stores an org's credential, with a token encrypted. Orgs with the same installation share one row and its rate limit. An org without
 * a credential has a row too, because its host limits anonymous requests.
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

/** Replaces an org's credential and deletes the former one unless other orgs share it. Returns the org's row. */
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

/** Decrypts an org's credential. Throws HostRefusedError if its encryption key is not configured. */
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
    "The access token cannot be decrypted with the configured keys. Enter it again.",
  );
}

/** Records that the host refused the org's credential. */
export async function markRefused(ctx: Context, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  const refusedAt = ctx.now();
  await inWorkspace(ctx, (tx) =>
    tx.update(credential).set({ refusedAt }).where(eq(credential.id, credentialId)),
  );
}

/** Records that the host accepted the org's credential. */
export async function markAccepted(tx: Transaction, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  await tx
    .update(credential)
    .set({ refusedAt: null })
    .where(and(eq(credential.id, credentialId), isNotNull(credential.refusedAt)));
}

/** Deletes the token of a deleted org. An installation ID is not secret and stays. */
export async function deleteToken(tx: Transaction, { credentialId }: OrgRow): Promise<void> {
  if (credentialId === null) return;
  await tx.update(credential).set({ accessTokenEncrypted: null }).where(eq(credential.id, credentialId));
}
