import { createHmac, randomBytes } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { seal, unseal } from "../connected-org/credential/seal.ts";
import type { Context } from "../context.ts";

const KEY_BYTES = 32;
/** Enough that no two of a workspace's people ever meet. */
const PSEUDONYM_BYTES = 15;

export interface Pseudonyms {
  /** Tells this key from a former one without telling it. */
  keyId: string;
  of: (text: string) => string;
}

/**
 * What a workspace knows people by: HMACs under a key of its own, which the database has sealed only. The key is made
 * when it is first needed, and again where the one that sealed it is gone: other pseudonyms, so histories are read anew.
 */
export async function openPseudonyms(ctx: Context): Promise<Pseudonyms> {
  const key = await inWorkspace(ctx, async (tx) => (await findKey(ctx, tx)) ?? makeKey(ctx, tx));
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

/** Of two at once, both use the one that was first. */
async function makeKey(ctx: Context, tx: Transaction): Promise<Buffer> {
  await tx
    .select({ id: workspace.id })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId))
    .for("update");
  const made = await findKey(ctx, tx);
  if (made) return made;
  const key = randomBytes(KEY_BYTES);
  const sealed = seal(ctx.ports.encryptionKeys, key.toString("base64url"), scopeOf(ctx));
  await tx.update(workspace).set({ pseudonymKeyEncrypted: sealed }).where(eq(workspace.id, ctx.workspaceId));
  return key;
}
