import { randomUUID } from "node:crypto";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import {
  listApiKeys,
  listAuditEvents,
  listInvitations,
  listMembers,
  listWorkspaces,
} from "@knockon/contract/operations/workspace";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf, type Resources } from "../testing/operation-examples.ts";
import { GLOBEX } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** More rows than a default page, with equal times and names. */
const MANY = 120;
const AT = new Date(Date.UTC(2026, 0, 1));

let service: TestService;
let acme: Tenant;
let own: Resources;

beforeAll(async () => {
  service = await startTestService();
  acme = await openTenant(service, "acme", GLOBEX);
  own = acme.resources;
  await insertMany();
});

afterAll(() => service.close());

async function insertMany(): Promise<void> {
  const { scope } = acme.workspace;
  const { workspaceId } = scope;
  const owner = acme.team.owner.id;
  const many = Array.from({ length: MANY }, () => randomUUID());
  const { database } = service.shared;
  await database
    .insert(user)
    .values(many.map((id) => ({ id, name: "Twin", email: `${id}@acme.example`, emailVerified: true })));
  await asSystem(database, (tx) =>
    tx.insert(workspace).values(many.map((id) => ({ id, name: "Twin", slug: id }))),
  );
  for (const id of many)
    await inWorkspace({ database, workspaceId: id }, (tx) =>
      tx.insert(membership).values({ workspaceId: id, userId: owner, role: "owner" }),
    );
  await inWorkspace(scope, async (tx) => {
    await tx
      .insert(membership)
      .values(many.map((userId) => ({ workspaceId, userId, role: "viewer" as const, joinedAt: AT })));
    await tx
      .insert(apiKey)
      .values(many.map((id) => ({ id, workspaceId, name: "Twin", prefix: id, hash: id, createdAt: AT })));
    await tx.insert(invitation).values(
      many.map((id) => ({
        id,
        workspaceId,
        email: `${id}@new.example`,
        role: "viewer" as const,
        tokenHash: id,
        invitedBy: owner,
        createdAt: AT,
        expiresAt: new Date(Date.now() + 60_000_000),
      })),
    );
    await tx.insert(auditEvent).values(
      many.map((id) => ({
        id,
        workspaceId,
        actorType: "system" as const,
        action: "twin.made",
        targetType: "twin",
        targetId: id,
        requestId: id,
        createdAt: AT,
      })),
    );
  });
}

/** Reads a page as the Owner, because some lists need a session. */
async function page(operation: OperationInput, query: Record<string, string>) {
  const example = exampleOf(operation, own);
  const headers = operation.auth.role === null ? {} : { "X-Workspace-Id": own.workspace };
  const parts = { ...example, query: { ...example.query, ...query }, headers };
  const response = await acme.team.owner.fetch(operation, parts);
  const body: unknown = await response.json();
  expect([operation.id, response.status]).toEqual([operation.id, 200]);
  return { items: body as { id?: string; user_id?: string }[], total: response.headers.get("X-Total-Count") };
}

const idsOf = (items: { id?: string; user_id?: string }[]) => items.map((item) => item.id ?? item.user_id);

describe("a list of items with equal times and names", () => {
  const lists = [listMembers, listApiKeys, listInvitations, listAuditEvents, listWorkspaces];

  it.each(lists.map((operation) => [operation.id, operation] as const))(
    "%s returns 100 items by default and up to 500, and each item once for any page size [D-2.3,5,6,7]",
    async (_id, operation) => {
      const whole = await page(operation, { limit: "500" });
      const total = whole.items.length;
      expect(total).toBeGreaterThan(MANY);
      expect(whole.total).toBe(String(total));
      expect(await page(operation, {})).toEqual({ items: whole.items.slice(0, 100), total: whole.total });
      const paged = [];
      for (let offset = 0; offset < total; offset += 7)
        paged.push(...(await page(operation, { limit: "7", offset: String(offset) })).items);
      expect(paged).toEqual(whole.items);
      expect(new Set(idsOf(paged)).size).toBe(total);
      expect(await page(operation, { offset: String(total) })).toEqual({ items: [], total: whole.total });
    },
  );
});

describe("every list", () => {
  const counted = OPERATIONS.filter((operation) => operation.counted).map((one) => [one.id, one] as const);

  it.each(counted)(
    "%s accepts a limit of 1 and 500, and an offset beyond its end [D-2.2,4]",
    async (_id, operation) => {
      const { total } = await page(operation, {});
      expect(total).toMatch(/^\d+$/u);
      for (const query of [{ limit: "1" }, { limit: "500" }, { offset: "0" }, { offset: "2147483647" }]) {
        expect(await page(operation, query)).toMatchObject({ total });
      }
    },
  );

  it.each(counted.filter(([id]) => !/Impact|Consumers|getOwnership/u.test(id)))(
    "%s is a bare array [D-2.1]",
    async (_id, operation) => {
      expect(Array.isArray((await page(operation, {})).items)).toBe(true);
    },
  );
});
