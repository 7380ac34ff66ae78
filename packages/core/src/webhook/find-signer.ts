import { asSystem } from "@knockon/db/in-workspace";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { UserContext } from "../context.ts";
import { BadRequestError } from "../errors.ts";
import { openSecret } from "./webhook-secret.ts";

/** Secrets that one event is tried with, those of longest standing first: nobody can make it more work. */
const MAX_CANDIDATES = 20;

/** No secret that is known signed it: an org that is not connected and a wrong signature are never told apart. */
export class InvalidSignatureError extends BadRequestError {
  constructor() {
    super("Invalid signature");
  }
}

/**
 * The org whose secret proves an event. Several workspaces may have the org that the event names, each with a secret
 * of its own. Throws InvalidSignatureError.
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
