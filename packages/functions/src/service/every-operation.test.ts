import { createKey } from "@knockon/core/api-key/key-format";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { createConnectedOrg, deleteConnectedOrg, getGraph } from "@knockon/contract/operations/connected-org";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { cancelScan } from "@knockon/contract/operations/scan";
import type { OperationInput } from "@knockon/contract/operation";
import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  absentResources,
  EXAMPLES,
  pendingScan,
  scanOrganisation,
  type Resources,
} from "../testing/operation-examples.ts";
import { ACME, GLOBEX, makeOrganisation } from "../testing/organisations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts, TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let globex: TestWorkspace;
let own: Resources;
let foreign: Resources;
let revoked: string;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  globex = await service.openWorkspace("Globex");
  own = await scanOrganisation(acme, makeOrganisation(service.folder, "acme", ACME));
  foreign = await scanOrganisation(globex, makeOrganisation(service.folder, "globex", GLOBEX));
  const former = await service.openWorkspace("Former");
  await inWorkspace(former.scope, (tx) => tx.update(apiKey).set({ revokedAt: new Date() }));
  revoked = former.key;
});

afterAll(() => service.close());

const byId = OPERATIONS.map((operation) => [operation.id, operation] as const);
const naming = byId.filter(([id]) => EXAMPLES[id]?.length);

/** Enough of a request to get past its shape. */
const wellFormed = (operation: OperationInput, resources: Resources): RequestParts =>
  EXAMPLES[operation.id]?.[0]?.(resources) ?? {};

const seen = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("Content-Type"),
  body: await response.text(),
});

const locationsOf = async (response: Response) => {
  const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
  return [response.status, detail.map(({ loc }) => loc.join("."))];
};

it("there is an example for every operation, and for nothing else", () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
});

describe("401", () => {
  const refusal = {
    status: 401,
    type: "application/json",
    body: '{"detail":"Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in."}',
  };

  it.each(byId)("%s without a valid key, in whatever header", async (_id, operation) => {
    for (const headers of [
      {},
      { "X-API-Key": "svc_live_nonsense" },
      { "X-API-Key": createKey().key },
      { "X-API-Key": revoked },
      { Authorization: `Bearer ${revoked}` },
      { Authorization: `Basic ${acme.key}` },
      { Authorization: `Bearer ${acme.key.slice("svc_".length)}` },
      { Cookie: `service_access=${acme.key}` },
      { "X-API-Key": createKey().key, Authorization: `Bearer ${acme.key}` },
    ]) {
      const response = await acme.fetch(operation, { ...wellFormed(operation, own), headers });
      expect(await seen(response)).toEqual(refusal);
    }
  });
});

describe("a key", () => {
  const reads = byId.filter(([id, { method }]) => method === "GET" && id !== "lookupRepository");

  it.each(reads)("reads %s by X-API-Key, and as a bearer", async (_id, operation) => {
    const answers: Awaited<ReturnType<typeof seen>>[] = [];
    for (const headers of [
      { "X-API-Key": acme.key },
      { Authorization: `Bearer ${acme.key}` },
      { "X-API-Key": acme.key, Authorization: `Bearer ${createKey().key}` },
      { "X-API-Key": acme.key, "X-Workspace-Id": acme.scope.workspaceId },
      { "X-API-Key": acme.key, "X-Workspace-Id": acme.scope.workspaceId.toUpperCase() },
    ]) {
      answers.push(await seen(await acme.fetch(operation, { ...wellFormed(operation, own), headers })));
    }
    expect(answers).toEqual(answers.map(() => ({ ...answers[0], status: 200 })));
  });
});

describe("404", () => {
  const absence = { status: 404, type: "application/json", body: '{"detail":"Not found."}' };

  it.each(naming)(
    "%s for what is another workspace's and for what is nobody's, in the same bytes",
    async (id, operation) => {
      for (const example of EXAMPLES[id] ?? []) {
        expect(await seen(await acme.fetch(operation, example(foreign)))).toEqual(absence);
        expect(await seen(await acme.fetch(operation, example(absentResources())))).toEqual(absence);
      }
    },
  );

  it("getGraph around another workspace's repository", async () => {
    const params = { connected_org_id: own.connectedOrg };
    for (const { repository } of [foreign, absentResources()]) {
      expect(await seen(await acme.fetch(getGraph, { params, query: { root: repository } }))).toEqual(
        absence,
      );
    }
  });

  it("lookupRepository for a path of another workspace", async () => {
    expect((await globex.fetch(lookupRepository, { query: { full_path: "globex/vault" } })).status).toBe(200);
    expect(await seen(await acme.fetch(lookupRepository, { query: { full_path: "globex/vault" } }))).toEqual(
      absence,
    );
  });

  it.each(byId)("%s for the workspace of another, whatever else is asked", async (_id, operation) => {
    const headers = { "X-API-Key": acme.key, "X-Workspace-Id": globex.scope.workspaceId };
    const body =
      operation.id === createConnectedOrg.id ? { name: "a", platform: "local", url: "/" } : undefined;
    const query = operation.id === lookupRepository.id ? { full_path: "acme/api" } : undefined;
    const parts = { ...wellFormed(operation, own), headers, ...(body && { body }), ...(query && { query }) };
    expect(await seen(await acme.fetch(operation, parts))).toEqual(absence);
  });
});

describe("422", () => {
  const malformed: Resources = { workspace: "1", connectedOrg: "acme", scan: "1", repository: "acme/api", artifact: "0x1" };

  it.each(naming)("%s for an id that is no UUID", async (id, operation) => {
    for (const example of EXAMPLES[id] ?? []) {
      const parts = example(malformed);
      const places = [
        ...Object.keys(parts.params ?? {}).map((name) => `path.${name}`),
        ...Object.keys(parts.query ?? {}).map((name) => `query.${name}`),
      ];
      expect(await locationsOf(await acme.fetch(operation, parts))).toEqual([422, places]);
    }
  });

  const counted = byId.filter(([, { counted: isCounted }]) => isCounted);

  it.each(counted)("%s for a page that is none", async (_id, operation) => {
    const example = wellFormed(operation, own);
    for (const [name, value] of [
      ["limit", "0"],
      ["limit", "501"],
      ["limit", ""],
      ["limit", "1e1"],
      ["limit", "ten"],
      ["offset", "-1"],
      ["offset", "0x0"],
      ["page", "2"],
    ] as const) {
      const query = { ...example.query, [name]: value };
      expect(await locationsOf(await acme.fetch(operation, { ...example, query }))).toEqual([
        422,
        [`query.${name}`],
      ]);
    }
  });

  it.each(byId)("%s for a workspace id that is no UUID", async (_id, operation) => {
    if (operation === lookupRepository || operation === createConnectedOrg) return;
    const headers = { "X-API-Key": acme.key, "X-Workspace-Id": "acme" };
    const response = await acme.fetch(operation, { ...wellFormed(operation, own), headers });
    expect(await locationsOf(response)).toEqual([422, ["header.X-Workspace-Id"]]);
  });

  const bodied = byId.filter(([, { body }]) => body);

  it.each(bodied)(
    "%s for a body that is not JSON, not an object, not declared, or of another type",
    async (id, operation) => {
      const path = `/api/v1${operation.path.replace("{connected_org_id}", own.connectedOrg)}`;
      const send = async (body: string, type = "application/json") =>
        locationsOf(
          await service.request(path, {
            method: operation.method,
            headers: { "X-API-Key": acme.key, "Content-Type": type },
            body,
          }),
        );
      const valid = id === createConnectedOrg.id ? { name: "a", platform: "local", url: "/" } : {};
      expect(await send('{"scan_type":')).toEqual([422, ["body"]]);
      expect(await send("[]")).toEqual([422, ["body"]]);
      expect(await send("null")).toEqual([422, ["body"]]);
      expect(await send(JSON.stringify({ ...valid, colour: "red" }))).toEqual([422, ["body.colour"]]);
      expect(await send(JSON.stringify(valid), "text/plain")).toEqual([422, ["header.Content-Type"]]);
    },
  );
});

describe("success, and every response as its contract says", () => {
  const untouched = naming.filter(
    ([id]) => !["triggerScan", "cancelScan", "deleteConnectedOrg"].includes(id),
  );

  it.each(untouched)("%s", async (id, operation) => {
    for (const example of EXAMPLES[id] ?? []) {
      expect(await seen(await acme.fetch(operation, example(own)))).toMatchObject({
        status: operation.status,
      });
    }
  });

  it("triggerScan, cancelScan, deleteConnectedOrg", async () => {
    const url = makeOrganisation(service.folder, "spare", { empty: {} });
    const connectedOrg = await acme.connect("spare", url);
    const scan = await pendingScan(acme, connectedOrg);
    await acme.call(cancelScan, { params: { scan_id: scan } });
    const params = { connected_org_id: connectedOrg };
    expect(await acme.call(deleteConnectedOrg, { params })).toEqual({});
  });
});
