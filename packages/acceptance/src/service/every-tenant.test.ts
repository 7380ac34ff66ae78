import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { ROUTES } from "@knockon/api/routes/all";
import { fromWire } from "@knockon/contract/wire";
import { NotFoundError } from "@knockon/core/errors";
import { ROLES } from "@knockon/contract/vocabulary/scan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentResources, exampleOf, crossTenantRequests } from "../testing/operation-examples.ts";
import { ACME, GLOBEX } from "../testing/organizations.ts";
import { invite, openTenant, type Tenant } from "../testing/tenant.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { sendRequest, type RequestParts } from "../testing/test-workspace.ts";

let stripe: FakeStripe;
let service: TestService;
let acme: Tenant;
let globex: Tenant;
/** Acme's Admin, who also owns another workspace. All other users belong to one workspace. */
let multiWorkspaceUser: TestPerson;

beforeAll(async () => {
  stripe = await startFakeStripe();
  service = await startTestService({ stripe });
  acme = await openTenant(service, "acme", ACME);
  globex = await openTenant(service, "globex", GLOBEX);
  multiWorkspaceUser = acme.team.admin;
  await invite(service, multiWorkspaceUser, "invited@acme.example");
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);
const [some, others] = [absentResources(), absentResources()];
/** Operations that take a resource's ID or token. */
const withIds = byId.filter(([, operation]) => crossTenantRequests(operation, some, others).length > 0);

const summaryOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("Content-Type"),
  body: await response.text(),
});
const notFound = { status: 404, type: "application/json", body: '{"detail":"Not found."}' };

/** Returns Acme's credentials of a kind that the operation accepts. */
const credentialsFor = ({ auth }: OperationInput): [string, Record<string, string>][] =>
  Object.entries(acme.credentials).filter(([kind]) =>
    auth.credentials.includes(kind === "key" ? "key" : "session"),
  );

/** Returns 404, which comes before 403, unless the request names the caller's own workspace and the role is too low. */
function expected({ auth }: OperationInput, kind: string, { params }: RequestParts) {
  const role = ROLES.find((one) => one === kind);
  const suffices =
    role === undefined || auth.role === null || ROLES.indexOf(role) <= ROLES.indexOf(auth.role);
  if (suffices || params?.["workspace_id"] !== acme.resources.workspace) return notFound;
  const body = `{"detail":"This operation requires the role ${auth.role} or above."}`;
  return { ...notFound, status: 403, body };
}

describe("another workspace's resources do not exist", () => {
  it.each(withIds)(
    "%s: for every caller, with the same bytes as for a missing resource [IF-7.1,14 IF-9.3 D-1.12]",
    async (_id, operation) => {
      const own = acme.resources;
      const probes = [
        ...crossTenantRequests(operation, own, globex.resources),
        ...crossTenantRequests(operation, own, absentResources()),
      ];
      for (const [kind, headers] of credentialsFor(operation)) {
        const sent = probes.map(async (parts) => {
          const response = await summaryOf(await sendRequest(service, operation, { ...parts, headers }));
          expect(response, `${kind} ${JSON.stringify(parts)}`).toEqual(expected(operation, kind, parts));
        });
        await Promise.all(sent);
      }
    },
  );

  it.each(byId)("%s: the header X-Workspace-Id does not select them [D-10.34]", async (_id, operation) => {
    const parts = exampleOf(operation, acme.resources);
    for (const id of [globex.resources.workspace, absentResources().workspace]) {
      const sent = credentialsFor(operation).map(async ([kind, credential]) => {
        // For a user, the path selects the workspace, and operations on the user need none.
        if (kind !== "key" && (parts.params || operation.auth.role === null)) return;
        const headers = { ...credential, "X-Workspace-Id": id };
        expect(
          await summaryOf(await sendRequest(service, operation, { ...parts, headers })),
          `as ${kind}`,
        ).toEqual(notFound);
      });
      await Promise.all(sent);
    }
  });

  it("lookupRepository: not by path either", async () => {
    const parts = { query: { full_path: "globex/vault" } };
    expect((await globex.workspace.fetch(lookupRepository, parts)).status).toBe(200);
    expect(await summaryOf(await acme.workspace.fetch(lookupRepository, parts))).toEqual(notFound);
  });

  const reads = byId.filter(([, { method }]) => method === "GET");

  it.each(reads)(
    "%s: a response for the own workspace contains none of their IDs [IF-1.16 IF-7.13]",
    async (_id, operation) => {
      const { folder: _, ...ids } = globex.resources;
      const parts = exampleOf(operation, acme.resources);
      const text = await (await acme.team.owner.fetch(operation, parts)).text();
      expect(Object.entries(ids).filter(([, id]) => text.includes(id))).toEqual([]);
    },
  );
});

describe("row-level security alone", () => {
  /** Returns the input that a handler gets from a request. */
  const inputOf = ({ params, query, body }: OperationInput, parts: RequestParts) => {
    const read = (schema: OperationInput["params"], value: unknown = {}) =>
      schema && fromWire(schema, schema.parse(value));
    return {
      params: read(params, parts.params),
      query: read(query, parts.query),
      body: read(body, parts.body),
    };
  };

  it.each(withIds)(
    "%s: hides another workspace's resources from a handler without any other check",
    async (id, operation) => {
      const { workspace } = acme.resources;
      const { id: userId } = acme.team.owner;
      const actor = { type: "user", id: userId, role: "owner" } as const;
      const ctx = { ...service.shared, actor, workspaceId: workspace, requestId: "test" };
      const handle = ROUTES.find((route) => route.operation.id === id)?.handler;
      for (const parts of crossTenantRequests(operation, acme.resources, {
        ...globex.resources,
        workspace,
      })) {
        await expect(handle?.(ctx, inputOf(operation, parts)), `of ${JSON.stringify(parts)}`).rejects.toThrow(
          NotFoundError,
        );
      }
    },
  );
});
