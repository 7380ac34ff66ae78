import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { authenticateAgainst, type Authenticate } from "./identity.ts";
import { route } from "./route.ts";
import { createTestApp, KEY, WORKSPACE_ID } from "./testing/test-app.ts";
import { createWidget, listWidgets, WIDGET } from "./testing/widget.ts";

const REFUSAL = {
  detail: "Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in.",
};

const routes = [
  route(listWidgets, async () => ({ total: 0, body: [] })),
  route(createWidget, async () => WIDGET),
];

/** Returns the credential that the app used, if any. */
async function offered(headers: Record<string, string>): Promise<string | undefined> {
  let seen: string | undefined;
  const authenticate: Authenticate = async ({ type, text }) => {
    seen = `${type} ${text}`;
    return KEY;
  };
  await createTestApp({ routes, authenticate }).get("/api/v1/widgets", headers);
  return seen;
}

describe("credential order", () => {
  const all = { "X-API-Key": "svc_a", Authorization: "Bearer svc_b", Cookie: "service_access=c" };

  it("is X-API-Key, bearer key, session cookie", async () => {
    expect(await offered(all)).toBe("key svc_a");
    expect(await offered({ ...all, "X-API-Key": "" })).toBe("key svc_b");
    expect(await offered({ Cookie: "theme=dark; service_access=c" })).toBe("session c");
  });

  it("ignores bearer tokens without svc_", async () => {
    expect(await offered({ Authorization: "Bearer eyJhbGciOi", Cookie: "service_access=c" })).toBe(
      "session c",
    );
    expect(await offered({ Authorization: "Bearer SVC_b", Cookie: "service_access=c" })).toBe("session c");
    expect(await offered({ Authorization: "Basic svc_b" })).toBeUndefined();
  });

  it("matches the scheme case-insensitively", async () => {
    expect(await offered({ Authorization: "bearer svc_b" })).toBe("key svc_b");
  });

  it("returns 401 for an invalid credential even if a later one is valid", async () => {
    const { get } = createTestApp({ routes });
    const response = await get("/api/v1/widgets", {
      "X-API-Key": "svc_no",
      Authorization: "Bearer svc_test",
    });
    expect([response.status, await response.json()]).toEqual([401, REFUSAL]);
  });
});

describe("401", () => {
  const { get, send } = createTestApp({ routes });

  it("is returned without a credential, with instructions", async () => {
    const response = await get("/api/v1/widgets", {});
    expect([response.status, await response.json()]).toEqual([401, REFUSAL]);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("precedes validation", async () => {
    expect((await get("/api/v1/widgets?limit=0", {})).status).toBe(401);
    expect((await send("POST", "/api/v1/widgets", "x".repeat(2 ** 21), {})).status).toBe(401);
  });
});

describe("with a database", () => {
  let close: () => Promise<void>;
  let key: string;
  let get: ReturnType<typeof createTestApp>["get"];

  beforeAll(async () => {
    const { url, drop } = await createTestDatabase(inject("templateUrl"));
    const { database, ...connection } = connectNodePostgres(url);
    close = () => connection.close().then(drop);
    await asSystem(database, (tx) =>
      tx.insert(workspace).values({ id: WORKSPACE_ID, name: "Acme", slug: "acme" }),
    );
    const scope = { actor: { type: "system" } as const, database, workspaceId: WORKSPACE_ID };
    const settings = { appUrl: "", billingEnforced: false, ownership: "off" as const };
    const ctx = { ...scope, settings, now: () => new Date(), requestId: "test" };
    ({ key } = await createApiKey(ctx, { name: "CI" }));
    ({ get } = createTestApp({ routes, authenticate: authenticateAgainst(database) }));
  });

  afterAll(() => close());

  it("accepts a created key, by header or as a bearer token", async () => {
    expect((await get("/api/v1/widgets", { "X-API-Key": key })).status).toBe(200);
    expect((await get("/api/v1/widgets", { Authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it("rejects a key in the cookie", async () => {
    expect((await get("/api/v1/widgets", { Cookie: `service_access=${key}` })).status).toBe(401);
  });
});
