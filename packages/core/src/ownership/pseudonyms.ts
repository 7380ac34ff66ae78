import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { seal, unseal } from "../connected-org/seal.ts";
import type { Context } from "../context.ts";

const KEY_BYTES = 32;
/** 120 bits, enough to avoid collisions within a workspace. */
const PSEUDONYM_BYTES = 15;

export interface Pseudonyms {
  /** Identifies the key without revealing it. */
  keyId: string;
  of: (text: string) => string;
}

/**
 * Returns the pseudonyms of the workspace: HMACs with a key per workspace, which is stored encrypted. The key is created on first use, and
 * replaced if it can no longer be decrypted. Histories are then read again, because the pseudonyms differ.
 */
export const openPseudonyms = (ctx: Context): Promise<Pseudonyms> =>
  inWorkspace(ctx, async (tx) => pseudonymsOf((await findKey(ctx, tx)) ?? (await createKey(ctx, tx))));

/** Returns the pseudonyms of the workspace, or undefined if none were stored or their key can no longer be decrypted. */
export async function findPseudonyms(ctx: Context, tx: Transaction): Promise<Pseudonyms | undefined> {
  const key = await findKey(ctx, tx);
  return key && pseudonymsOf(key);
}

function pseudonymsOf(key: Buffer): Pseudonyms {
  const of = (text: string): string =>
    createHmac("sha256", key).update(text).digest().subarray(0, PSEUDONYM_BYTES).toString("base64url");
  return { keyId: of("key id").slice(0, 8), of };
}

const scopeOf = ({ workspaceId }: Context) =>
  ({ workspaceId, connectedOrgId: null, field: "pseudonym_key" }) as const;

async function findKey(ctx: Context, tx: Transaction): Promise<Buffer | undefined> {
  const [row] = await tx
    .select({ sealed: workspace.pseudonymKeyEncrypted })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  const key = row?.sealed && unseal(ctx.ports.encryptionKeys, row.sealed, scopeOf(ctx));
  return key ? Buffer.from(key, "base64url") : undefined;
}

/** Concurrent calls use the same key. */
async function createKey(ctx: Context, tx: Transaction): Promise<Buffer> {
  await tx
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId))
    .for("update");
  const existing = await findKey(ctx, tx);
  if (existing) return existing;
  const key = randomBytes(KEY_BYTES);
  const sealed = seal(ctx.ports.encryptionKeys, key.toString("base64url"), scopeOf(ctx));
  await tx.update(workspace).set({ pseudonymKeyEncrypted: sealed }).where(eq(workspace.id, ctx.workspaceId));
  return key;
}
