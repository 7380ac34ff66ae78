import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { inWorkspace } from "@knockon/db/in-workspace";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Context } from "../context.ts";
import { openPseudonyms } from "../ownership/pseudonyms.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { createWebhookSecret, openSecret } from "../webhook/webhook-secret.ts";
import { storeCredential } from "./credential.ts";
import { resealSecrets } from "./reseal.ts";
import { unseal } from "./seal.ts";

const database = useTestDatabase();
const keys = (...versions: number[]) =>
  new Map(versions.map((version) => [version, new Uint8Array(32).fill(version)]));

it("encrypts every secret again, so that the old key can be removed", async () => {
  const { ctx: base, connect } = await openTestWorkspace(database());
  const withKeys = (...versions: number[]): Context => ({
    ...base,
    ports: { ...base.ports, encryptionKeys: keys(...versions) },
  });
  const ctx = withKeys(1);
  const id = await connect(scriptOrg({}));
  await inWorkspace(ctx, async (tx) => {
    const credentialId = await storeCredential(ctx, tx, id, { type: "token", token: "secret token" });
    await tx.update(connectedOrg).set({ credentialId }).where(eq(connectedOrg.id, id));
  });
  const { secret } = await createWebhookSecret(ctx, { connectedOrgId: id });
  const { keyId } = await openPseudonyms(ctx);

  expect(await resealSecrets(database(), keys(1))).toEqual({ resealed: 0, lost: 0 });
  expect(await resealSecrets(database(), keys(1, 2))).toEqual({ resealed: 3, lost: 0 });
  expect(await resealSecrets(database(), keys(1, 2))).toEqual({ resealed: 0, lost: 0 });

  expect((await openPseudonyms(withKeys(2))).keyId).toBe(keyId);
  const [token, signer] = await inWorkspace(ctx, async (tx) => [
    (await tx.select().from(credential)).find((row) => row.accessTokenEncrypted !== null),
    (await tx.select().from(webhook))[0],
  ]);
  const scope = { workspaceId: ctx.workspaceId, connectedOrgId: id, field: "access_token" };
  expect(unseal(keys(2), token?.accessTokenEncrypted ?? "", scope)).toBe("secret token");
  expect(signer && openSecret(keys(2), signer)).toBe(secret);
  expect(await resealSecrets(database(), keys(3))).toEqual({ resealed: 0, lost: 3 });
});
