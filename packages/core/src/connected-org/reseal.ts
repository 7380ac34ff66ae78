import type { Database, Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace, type WorkspaceScope } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, isNotNull } from "drizzle-orm";
import { type EncryptionKeys, seal, type SealScope, unseal } from "./seal.ts";

/** Numbers of secrets. */
export interface Resealed {
  /** Encrypted again, with the newest key. */
  resealed: number;
  /** Encrypted with a key that is not configured. */
  lost: number;
}

interface SealedText {
  sealed: string;
  of: SealScope;
  replace: (tx: Transaction, sealed: string) => Promise<unknown>;
}

/**
 * Encrypts the secrets of all workspaces with the newest key, so that older keys can be removed. Other processes may run meanwhile if
 * they have the newest key, too.
 */
export async function resealSecrets(database: Database, keys: EncryptionKeys): Promise<Resealed> {
  const total: Resealed = { resealed: 0, lost: 0 };
  const workspaces = await asSystem(database, (tx) => tx.select({ id: workspace.id }).from(workspace));
  for (const { id } of workspaces) {
    const { resealed, lost } = await resealWorkspace({ database, workspaceId: id }, keys);
    total.resealed += resealed;
    total.lost += lost;
  }
  return total;
}

function resealWorkspace(scope: WorkspaceScope, keys: EncryptionKeys): Promise<Resealed> {
  const current = `${Math.max(...keys.keys())}.`;
  return inWorkspace(scope, async (tx) => {
    const count: Resealed = { resealed: 0, lost: 0 };
    for (const { sealed, of, replace } of await findSealed(scope, tx)) {
      if (sealed.startsWith(current)) continue;
      const text = unseal(keys, sealed, of);
      if (text === undefined) {
        count.lost += 1;
        continue;
      }
      await replace(tx, seal(keys, text, of));
      count.resealed += 1;
    }
    return count;
  });
}

/** Finds and locks every sealed text of a workspace. */
async function findSealed({ workspaceId }: WorkspaceScope, tx: Transaction): Promise<SealedText[]> {
  const tokens = await tx
    .select({ id: credential.id, orgId: connectedOrg.id, sealed: credential.accessTokenEncrypted })
    .from(credential)
    .innerJoin(connectedOrg, eq(connectedOrg.credentialId, credential.id))
    .where(and(eq(credential.workspaceId, workspaceId), isNotNull(credential.accessTokenEncrypted)))
    .for("update", { of: credential });
  const secrets = await tx
    .select({ orgId: webhook.connectedOrgId, sealed: webhook.secretEncrypted })
    .from(webhook)
    .where(eq(webhook.workspaceId, workspaceId))
    .for("update");
  const [pseudonyms] = await tx
    .select({ sealed: workspace.pseudonymKeyEncrypted })
    .from(workspace)
    .where(eq(workspace.id, workspaceId))
    .for("update");
  return [
    ...tokens.map(({ id, orgId, sealed }): SealedText => ({
      sealed: sealed ?? "",
      of: { workspaceId, connectedOrgId: orgId, field: "access_token" },
      replace: (on, text) =>
        on.update(credential).set({ accessTokenEncrypted: text }).where(eq(credential.id, id)),
    })),
    ...secrets.map(({ orgId, sealed }): SealedText => ({
      sealed,
      of: { workspaceId, connectedOrgId: orgId, field: "webhook_secret" },
      replace: (on, text) =>
        on.update(webhook).set({ secretEncrypted: text }).where(eq(webhook.connectedOrgId, orgId)),
    })),
    ...(pseudonyms?.sealed
      ? [
          {
            sealed: pseudonyms.sealed,
            of: { workspaceId, connectedOrgId: null, field: "pseudonym_key" },
            replace: (on: Transaction, text: string) =>
              on.update(workspace).set({ pseudonymKeyEncrypted: text }).where(eq(workspace.id, workspaceId)),
          },
        ]
      : []),
  ];
}
