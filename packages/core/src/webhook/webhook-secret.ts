import { randomBytes } from "node:crypto";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { and, asc, eq, inArray } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import { lockOrgRow } from "../connected-org/org-row.ts";
import { type EncryptionKeys, seal, type SealScope, unseal } from "../connected-org/seal.ts";
import type { Context, UserContext } from "../context.ts";
import { BadRequestError, InvalidInputError, NotFoundError } from "../errors.ts";
import { sourceOf } from "./delivery.ts";

const SECRET_BYTES = 32;

/** Creates the secret of an org's webhooks and replaces a former one. Only this response contains it. Throws InvalidInputError. */
export function createWebhookSecret(
  ctx: Context,
  input: { connectedOrgId: string },
): Promise<{ secret: string }> {
  return inWorkspace(ctx, async (tx) => {
    const { id: connectedOrgId, workspaceId, platform, url } = await lockOrgRow(tx, input.connectedOrgId);
    if (platform === "local") {
      const loc = ["path", "connected_org_id"];
      throw new InvalidInputError(loc, "A local organization has no host that sends webhooks.");
    }
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const secretEncrypted = sealSecret(ctx.ports.encryptionKeys, secret, { workspaceId, connectedOrgId });
    await tx
      .insert(webhook)
      .values({ connectedOrgId, workspaceId, platform, source: sourceOf(url), secretEncrypted })
      .onConflictDoUpdate({ target: webhook.connectedOrgId, set: { secretEncrypted } });
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.webhook_secret_created",
      target: { type: "connected_org", id: connectedOrgId },
    });
    return { secret };
  });
}

/** Deletes the secret of an org's webhooks; they are rejected from now on. Throws NotFoundError without a secret. */
export function removeWebhookSecret(
  ctx: Context,
  input: { connectedOrgId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const { id } = await lockOrgRow(tx, input.connectedOrgId);
    const { rowCount } = await tx.delete(webhook).where(eq(webhook.connectedOrgId, id));
    if (rowCount === 0) throw new NotFoundError();
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.webhook_secret_removed",
      target: { type: "connected_org", id },
    });
    return {};
  });
}

/** The maximum number of secrets checked per event, oldest first. */
const MAX_CANDIDATES = 20;

/** The event is not signed with a known secret. An unknown org and a wrong signature give the same error. */
export class InvalidSignatureError extends BadRequestError {
  constructor() {
    super("Invalid signature");
  }
}

/**
 * Returns the org whose secret signed an event. Several workspaces can connect the same org, each with its own secret. Throws
 * InvalidSignatureError.
 */
export async function findSigner(
  { database, ports }: UserContext,
  { platform, sources }: { platform: "github" | "gitlab"; sources: readonly string[] },
  isSignedBy: (secret: string) => boolean,
): Promise<{ workspaceId: string; connectedOrgId: string }> {
  const candidates = await asSystem(database, (tx) =>
    tx
      .select()
      .from(webhook)
      .where(and(inArray(webhook.source, [...sources]), eq(webhook.platform, platform)))
      .orderBy(asc(webhook.createdAt), asc(webhook.connectedOrgId))
      .limit(MAX_CANDIDATES),
  );
  const signer = candidates.find((row) => {
    const secret = openSecret(ports.encryptionKeys, row);
    return secret !== undefined && isSignedBy(secret);
  });
  if (!signer) throw new InvalidSignatureError();
  return signer;
}

type OfOrg = Omit<SealScope, "field" | "connectedOrgId"> & { connectedOrgId: string };

export const sealSecret = (keys: EncryptionKeys, secret: string, org: OfOrg): string =>
  seal(keys, secret, scopeOf(org));

/** Returns undefined if the secret cannot be decrypted. */
export const openSecret = (
  keys: EncryptionKeys,
  row: Pick<typeof webhook.$inferSelect, "secretEncrypted" | keyof OfOrg>,
): string | undefined => unseal(keys, row.secretEncrypted, scopeOf(row));

const scopeOf = ({ workspaceId, connectedOrgId }: OfOrg): SealScope => ({
  workspaceId,
  connectedOrgId,
  field: "webhook_secret",
});
