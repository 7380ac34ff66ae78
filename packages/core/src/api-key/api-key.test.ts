import type { Connection } from "@knockon/db/database";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase, type TestDatabase } from "@knockon/db/connect/test-database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { eq, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Actor } from "../context.ts";
import { authenticateKey } from "./authenticate-key.ts";
import { createApiKey } from "./api-keys.ts";
import { createKey, hashKey } from "./key-format.ts";

let testDatabase: TestDatabase;
let connection: Connection;
let workspaceId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase(inject("templateUrl"));
  connection = connectNodePostgres(testDatabase.url);
});

afterAll(async () => {
  await connection.close();
  await testDatabase.drop();
});

beforeEach(async () => {
  workspaceId = randomUUID();
  await asSystem(connection.database, (tx) =>
    tx.insert(workspace).values({ id: workspaceId, name: "Acme", slug: workspaceId }),
  );
});

const contextOf = (actor: Actor) => ({
  actor,
  database: connection.database,
  workspaceId,
  settings: { appUrl: "", billingEnforced: false, ownership: "off" as const },
  now: () => new Date(),
  requestId: "test",
});
const createForSystem = () => createApiKey(contextOf({ type: "system" }), { name: "CI" });
const authenticate = (text: string) => authenticateKey(connection.database, text);

async function storedKey(id: string) {
  const [row] = await inWorkspace(contextOf({ type: "system" }), (tx) =>
    tx.select().from(apiKey).where(eq(apiKey.id, id)),
  );
  if (!row) throw new Error("The key is not stored");
  return row;
}

async function setLastUse(id: string, secondsAgo: number): Promise<void> {
  const lastUsedAt = sql`now() - make_interval(secs => ${secondsAgo})`;
  await asSystem(connection.database, (tx) => tx.update(apiKey).set({ lastUsedAt }).where(eq(apiKey.id, id)));
}

const secondsSinceUse = async (id: string): Promise<number> => {
  const { lastUsedAt } = await storedKey(id);
  return lastUsedAt ? (Date.now() - lastUsedAt.getTime()) / 1000 : Infinity;
};

describe("createApiKey", () => {
  it("stores the hash and the prefix, never the key", async () => {
    const created = await createForSystem();
    const row = await storedKey(created.id);
    expect(row).toMatchObject({
      workspaceId,
      name: "CI",
      prefix: created.prefix,
      hash: hashKey(created.key),
    });
    expect(JSON.stringify(row)).not.toContain(created.key);
  });

  it("stores the user who created it, or null without a user", async () => {
    const userId = randomUUID();
    const byUser = await createApiKey(contextOf({ type: "user", id: userId, role: "owner" }), { name: "CI" });
    expect((await storedKey(byUser.id)).createdBy).toBe(userId);
    expect((await storedKey((await createForSystem()).id)).createdBy).toBeNull();
  });

  it("never stores two keys with the same prefix [D-10.22]", async () => {
    const { id } = await createForSystem();
    const { prefix, ...row } = await storedKey(id);
    const again = inWorkspace(contextOf({ type: "system" }), (tx) =>
      tx.insert(apiKey).values({ ...row, id: randomUUID(), hash: hashKey("another"), prefix }),
    );
    await expect(again).rejects.toMatchObject({ cause: { code: "23505" } });
  });
});

describe("authenticateKey", () => {
  it("returns the key's workspace", async () => {
    const { id, key, prefix } = await createForSystem();
    await expect(authenticate(key)).resolves.toEqual({ workspaceId, keyId: id, prefix });
  });

  it("rejects a key that was never stored", async () => {
    await expect(authenticate(createKey().key)).resolves.toBeUndefined();
  });

  it("rejects another secret with a known prefix [D-10.24]", async () => {
    const { id, key } = await createForSystem();
    await inWorkspace(contextOf({ type: "system" }), (tx) =>
      tx
        .update(apiKey)
        .set({ hash: hashKey("another secret") })
        .where(eq(apiKey.id, id)),
    );
    await expect(authenticate(key)).resolves.toBeUndefined();
    expect((await storedKey(id)).lastUsedAt).toBeNull();
  });

  it("rejects a key immediately after its revocation [D-10.26]", async () => {
    const { id, key } = await createForSystem();
    await expect(authenticate(key)).resolves.toBeDefined();
    await inWorkspace(contextOf({ type: "system" }), (tx) =>
      tx.update(apiKey).set({ revokedAt: new Date() }).where(eq(apiKey.id, id)),
    );
    await expect(authenticate(key)).resolves.toBeUndefined();
  });

  it("never queries the database for a malformed key [D-10.23]", async () => {
    const closed = connectNodePostgres(testDatabase.url);
    await closed.close();
    await expect(authenticateKey(closed.database, "svc_live_nonsense")).resolves.toBeUndefined();
    await expect(authenticateKey(closed.database, createKey().key)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("Cannot use a pool") },
    });
  });

  it("cannot be called by the workspace role", async () => {
    const asked = inWorkspace(contextOf({ type: "system" }), (tx) =>
      tx.execute(sql`select from find_api_key('svc_live_prefix', 'hash')`),
    );
    await expect(asked).rejects.toMatchObject({
      cause: { message: expect.stringContaining("permission denied") },
    });
  });

  it("records the last use at most once a minute", async () => {
    const { id, key } = await createForSystem();
    await authenticate(key);
    expect(await secondsSinceUse(id)).toBeLessThan(10);
    await setLastUse(id, 40);
    await authenticate(key);
    expect(await secondsSinceUse(id)).toBeGreaterThan(39);
    await setLastUse(id, 61);
    await authenticate(key);
    expect(await secondsSinceUse(id)).toBeLessThan(10);
  });

  it("does not wait for another request that records the use of the same key", async () => {
    const { key, id } = await createForSystem();
    await asSystem(connection.database, async (tx) => {
      await tx
        .update(apiKey)
        .set({ lastUsedAt: sql`now()` })
        .where(eq(apiKey.id, id));
      await expect(authenticate(key)).resolves.toBeDefined();
    });
  });
});
