import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { ROUTES } from "@knockon/api/routes/all";
import { fromWire } from "@knockon/api/wire";
import { NotFoundError } from "@knockon/core/errors";
import { ROLES } from "@knockon/contract/vocabulary/scan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentResources, exampleOf, mixed } from "../testing/operation-examples.ts";
import { ACME, GLOBEX } from "../testing/organizations.ts";
import { invite, openTenant, type Tenant } from "../testing/tenant.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ask, type RequestParts } from "../testing/test-workspace.ts";

let stripe: FakeStripe;
let service: TestService;
let acme: Tenant;
let globex: Tenant;
/** Acme's Owner elsewhere too; all others belong to one workspace. */
let manifold: TestPerson;

beforeAll(async () => {
  stripe = await startFakeStripe();
  service = await startTestService({ stripe });
  acme = await openTenant(service, "acme", ACME);
  globex = await openTenant(service, "globex", GLOBEX);
  manifold = acme.team.admin;
  await invite(service, manifold, "nobody@acme.example");
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);
const [some, others] = [absentResources(), absentResources()];
/** Those that take the id, or the link, of something. */
const naming = byId.filter(([, operation]) => mixed(operation, some, others).length > 0);

const seen = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("Content-Type"),
  body: await response.text(),
});
const absence = { status: 404, type: "application/json", body: '{"detail":"Not found."}' };

/** Everybody of Acme whose credential the operation accepts at all. */
const credentialsFor = ({ auth }: OperationInput): [string, Record<string, string>][] =>
  Object.entries(acme.credentials).filter(([kind]) =>
    auth.credentials.includes(kind === "key" ? "key" : "session"),
  );

/** 404 comes before 403: whose role is too low, within a workspace of theirs, is told so. */
function expected({ auth }: OperationInput, kind: string, { params }: RequestParts) {
  const role = ROLES.find((one) => one === kind);
  const suffices =
    role === undefined || auth.role === null || ROLES.indexOf(role) <= ROLES.indexOf(auth.role);
  if (suffices || params?.["workspace_id"] !== acme.resources.workspace) return absence;
  const body = `{"detail":"This operation requires the role ${auth.role} or above."}`;
  return { ...absence, status: 403, body };
}

describe("what is another workspace's does not exist", () => {
  it.each(naming)(
    "%s: for nobody, in the bytes of what is nobody's [IF-7.1,14 IF-9.3 D-1.12]",
    async (_id, operation) => {
      const own = acme.resources;
      const probes = [
        ...mixed(operation, own, globex.resources),
        ...mixed(operation, own, absentResources()),
      ];
      for (const [kind, headers] of credentialsFor(operation)) {
        for (const parts of probes) {
          const answer = await seen(await ask(service, operation, { ...parts, headers }));
          expect(answer, `${kind} ${JSON.stringify(parts)}`).toEqual(expected(operation, kind, parts));
        }
      }
    },
  );

  it.each(byId)("%s: not in the header X-Workspace-Id either [D-10.34]", async (_id, operation) => {
    const parts = exampleOf(operation, acme.resources);
    for (const id of [globex.resources.workspace, absentResources().workspace]) {
      for (const [kind, credential] of credentialsFor(operation)) {
        // A person's workspace is that of the path; what is about the person needs none.
        if (kind !== "key" && (parts.params || operation.auth.role === null)) continue;
        const headers = { ...credential, "X-Workspace-Id": id };
        expect(await seen(await ask(service, operation, { ...parts, headers })), `as ${kind}`).toEqual(
          absence,
        );
      }
    }
  });

  it("lookupRepository: not by its path", async () => {
    const parts = { query: { full_path: "globex/vault" } };
    expect((await globex.workspace.fetch(lookupRepository, parts)).status).toBe(200);
    expect(await seen(await acme.workspace.fetch(lookupRepository, parts))).toEqual(absence);
  });

  const reads = byId.filter(([, { method }]) => method === "GET");

  it.each(reads)("%s: nothing of it is in what is one's own [IF-1.16 IF-7.13]", async (_id, operation) => {
    const { folder: _, ...ids } = globex.resources;
    const parts = exampleOf(operation, acme.resources);
    const text = await (await acme.team.owner.fetch(operation, parts)).text();
    expect(Object.entries(ids).filter(([, id]) => text.includes(id))).toEqual([]);
  });
});

describe("row-level security alone", () => {
  /** As a handler gets it from a request. */
  const inputOf = ({ params, query, body }: OperationInput, parts: RequestParts) => {
    const read = (schema: OperationInput["params"], value: unknown = {}) =>
      schema && fromWire(schema, schema.parse(value));
    return {
      params: read(params, parts.params),
      query: read(query, parts.query),
      body: read(body, parts.body),
    };
  };

  it.each(naming)(
    "%s: hides what is another's from a handler that is called without any other check",
    async (id, operation) => {
      const { workspace } = acme.resources;
      const { id: userId } = acme.team.owner;
      const actor = { type: "user", id: userId, role: "owner" } as const;
      const ctx = { ...service.shared, actor, workspaceId: workspace, requestId: "test" };
      const handle = ROUTES.find((route) => route.operation.id === id)?.handler;
      for (const parts of mixed(operation, acme.resources, { ...globex.resources, workspace })) {
        await expect(handle?.(ctx, inputOf(operation, parts)), `of ${JSON.stringify(parts)}`).rejects.toThrow(
          NotFoundError,
        );
      }
    },
  );
});
