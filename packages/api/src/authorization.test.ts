import { operation } from "@knockon/contract/operation";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { requireRole } from "./identity.ts";
import type { Caller } from "./identity.ts";
import { route } from "./route.ts";
import { AS_KEY, createTestApp, WORKSPACE_ID } from "./testing/test-app.ts";

const OTHER_ID = "b3a0f5de-1f0c-4f6e-8d55-8f6a2f1f0c11";

const transfer = operation({
  id: "transfer",
  method: "POST",
  path: "/workspaces/{workspace_id}/transfer",
  summary: "Transfer a workspace",
  description: "As its summary says.",
  tag: "workspaces",
  auth: { credentials: ["session"], role: "owner" },
  params: z.object({ workspace_id: z.uuid() }),
  status: 200,
  response: z.object({}),
  errors: [],
});

const read = { ...transfer, auth: { credentials: ["key", "session"], role: "viewer" } } as const;

/** Returns the status and detail of a request with a key. */
async function answer(declared: typeof transfer | typeof read, workspaceId: string, header?: string) {
  const { send } = createTestApp({ routes: [route(declared, async () => ({}))] });
  const headers = { ...AS_KEY, ...(header !== undefined && { "X-Workspace-Id": header }) };
  const response = await send("POST", `/api/v1/workspaces/${workspaceId}/transfer`, undefined, headers);
  return [response.status, ((await response.json()) as { detail?: unknown }).detail];
}

const admits = (actorRole: Role, role: Role | null): boolean => {
  try {
    const actor = { type: "user", id: OTHER_ID, role: actorRole } as const;
    requireRole({ actor }, { credentials: ["key", "session"], role });
    return true;
  } catch {
    return false;
  }
};

describe("workspace of a key", () => {
  it("accepts its own workspace ID in the header, in either case, or no header", async () => {
    expect(await answer(read, WORKSPACE_ID)).toEqual([200, undefined]);
    expect(await answer(read, WORKSPACE_ID, WORKSPACE_ID)).toEqual([200, undefined]);
    expect(await answer(read, WORKSPACE_ID.toUpperCase(), WORKSPACE_ID.toUpperCase())).toEqual([
      200,
      undefined,
    ]);
  });

  it("returns 404 for another workspace in the header or the path", async () => {
    expect(await answer(read, WORKSPACE_ID, OTHER_ID)).toEqual([404, "Not found."]);
    expect(await answer(read, OTHER_ID)).toEqual([404, "Not found."]);
  });

  it("returns 422 for a header that is not a UUID", async () => {
    expect(await answer(read, WORKSPACE_ID, "acme")).toMatchObject([
      422,
      [{ loc: ["header", "X-Workspace-Id"] }],
    ]);
  });
});

describe("an operation that requires a session", () => {
  it("returns 403 to a key", async () => {
    expect(await answer(transfer, WORKSPACE_ID)).toEqual([403, "This operation requires a user session."]);
  });

  it("is checked after the shape and the workspace", async () => {
    expect((await answer(transfer, "acme"))[0]).toBe(422);
    expect((await answer(transfer, OTHER_ID))[0]).toBe(404);
  });
});

describe("roles", () => {
  it("requires the operation's role or above", () => {
    expect(ROLES.filter((role) => admits(role, "owner"))).toEqual(["owner"]);
    expect(ROLES.filter((role) => admits(role, "admin"))).toEqual(["owner", "admin"]);
    expect(ROLES.filter((role) => admits(role, "member"))).toEqual(["owner", "admin", "member"]);
    expect(ROLES.filter((role) => admits(role, "viewer"))).toEqual([...ROLES]);
  });

  it("accepts every user if the operation has no role", () => {
    expect(admits("viewer", null)).toBe(true);
  });

  it("treats a key as an owner", () => {
    const actor = { type: "key", id: OTHER_ID, prefix: "svc_live_00000000" } as const;
    expect(() => requireRole({ actor }, { credentials: ["key", "session"], role: "owner" })).not.toThrow();
  });
});

it("checks the role before the plan", async () => {
  const featured = { ...transfer, auth: { ...transfer.auth, feature: "multi_org" } } as const;
  const person: Caller = { type: "user", id: OTHER_ID, roles: new Map([[WORKSPACE_ID, "admin"]]) };
  // The context has no plan: reading it would throw.
  const { send } = createTestApp({
    routes: [route(featured, async () => ({}))],
    authenticate: async () => person,
  });
  const headers = { Cookie: "service_access=x", Origin: "https://app.acme.example" };
  const path = `/api/v1/workspaces/${WORKSPACE_ID}/transfer`;
  expect((await send("POST", path, undefined, headers)).status).toBe(403);
});
