import type { webhook } from "@knockon/db/schema/webhook.sql";
import type { EncryptionKeys } from "../connected-org/credential/encryption-keys.ts";
import { seal, unseal, type SealScope } from "../connected-org/credential/seal.ts";

type OfOrg = Omit<SealScope, "field" | "connectedOrgId"> & { connectedOrgId: string };

export const sealSecret = (keys: EncryptionKeys, secret: string, org: OfOrg): string =>
  seal(keys, secret, scopeOf(org));

/** Undefined where it was sealed by a key that is not here. */
export const openSecret = (
  keys: EncryptionKeys,
  row: Pick<typeof webhook.$inferSelect, "secretEncrypted" | keyof OfOrg>,
): string | undefined => unseal(keys, row.secretEncrypted, scopeOf(row));

const scopeOf = ({ workspaceId, connectedOrgId }: OfOrg): SealScope => ({
  workspaceId,
  connectedOrgId,
  field: "webhook_secret",
});
