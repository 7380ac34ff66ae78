import { API_PREFIX, servedPaths } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { openApiDocument } from "@knockon/contract/openapi";
import { ROUTES } from "@knockon/api/routes/all";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  absentResources,
  exampleOf,
  scanOrganization,
  type Resources,
} from "../testing/operation-examples.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ALLOWED_ORIGIN, targetOf, type TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let own: Resources;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const folder = makeOrganization(service.folder, "acme", ACME);
  own = { ...absentResources(), ...(await scanOrganization(acme, folder)) };
});

afterAll(() => service.close());

const METHODS = ["PUT", "PATCH", "DELETE", "POST"];

describe("the served paths", () => {
  it("are every operation, once", () => {
    expect(ROUTES.map(({ operation }) => operation.id).toSorted()).toEqual(
      OPERATIONS.map(({ id }) => id).toSorted(),
    );
    expect(ROUTES.every(({ operation }) => OPERATIONS.includes(operation))).toBe(true);
  });

  it("are described by GET /openapi.json, without a credential [IF-11.2 D-3.3]", async () => {
    const response = await service.request("/openapi.json");
    const document: unknown = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS)));
    expect([response.status, await response.json()]).toEqual([200, document]);
  });

  it.each(Object.entries(Object.groupBy(OPERATIONS, ({ path }) => path)))(
    "return 405 on %s for another method, with the allowed methods",
    async (path, operations = []) => {
      const target = `${API_PREFIX}${path.replaceAll(/\{\w+\}/gu, own.repository)}`;
      const method = METHODS.find((one) => operations.every((operation) => operation.method !== one));
      const headers = { "X-API-Key": acme.key };
      const response = await service.request(target, { ...(method && { method }), headers });
      const methods = operations.flatMap((one) => (one.method === "GET" ? ["GET", "HEAD"] : [one.method]));
      const allowed = response.headers.get("Allow")?.split(", ").toSorted();
      expect([response.status, await response.json()]).toEqual([405, { detail: "Method not allowed." }]);
      expect(allowed).toEqual(methods.toSorted());
    },
  );
});

describe("paths without the prefix", () => {
  const ALIASES = [
    "getImpact",
    "getOwnership",
    "getRepositoryContext",
    "listArtifactVersions",
    "listDependents",
    "listOwnershipRisks",
    "listRepositories",
    "receiveGithubWebhook",
    "receiveGitlabWebhook",
    "revokeApiKey",
  ];
  const reads = OPERATIONS.filter(({ method }) => method === "GET");

  it("exist for the operations that the specification writes without it [IF-6.28 D-3.2]", () => {
    const aliased = OPERATIONS.filter((operation) => servedPaths(operation).length > 1);
    expect(aliased.map(({ id }) => id).toSorted()).toEqual(ALIASES);
  });

  it.each(reads.map((operation) => [operation.id, operation] as const))(
    "%s: an alias returns the same as the canonical path, any other path 404 [IF-6.28 IF-11.1 D-3.2]",
    async (id, operation) => {
      const target = targetOf(operation, exampleOf(operation, own));
      const bare = await fetchSummary(target.slice(API_PREFIX.length));
      const notFound = { status: 404, total: null, body: '{"detail":"Not found."}' };
      expect(bare).toEqual(ALIASES.includes(id) ? await fetchSummary(target) : notFound);
    },
  );
});

async function fetchSummary(target: string) {
  const response = await service.request(target, { headers: { "X-API-Key": acme.key } });
  const total = response.headers.get("X-Total-Count");
  return { status: response.status, total, body: await response.text() };
}

describe("the headers of every response, including errors", () => {
  const cases: [status: number, method: string, path: string, headers?: Record<string, string>][] = [
    [200, "GET", "/api/v1/repositories"],
    [400, "GET", "/api/v1/repositories/lookup"],
    [401, "GET", "/api/v1/repositories", { "X-API-Key": "" }],
    [404, "GET", "/api/v1/nothing"],
    [405, "PUT", "/api/v1/repositories"],
    [422, "GET", "/api/v1/repositories?limit=0"],
  ];

  it.each(cases)("%i %s %s [IF-9.8 D-1.19,21]", async (status, method, path, headers) => {
    const offered = { "X-API-Key": acme.key, Origin: ALLOWED_ORIGIN, "X-Request-ID": "ci-7", ...headers };
    const response = await service.request(path, { method, headers: offered });
    expect(response.status).toBe(status);
    expect(response.headers.get("X-Request-ID")).toBe("ci-7");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(ALLOWED_ORIGIN);
    expect(response.headers.get("Access-Control-Expose-Headers")?.split(",").toSorted()).toEqual([
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "X-Request-ID",
      "X-Total-Count",
      "X-Unnamed-Count",
    ]);
    const foreign = await service.request(path, {
      method,
      headers: { ...offered, Origin: "https://evil.example" },
    });
    expect(foreign.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});
