import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anyRequest } from "../testing/fuzz/any-request.ts";
import type { KnownValues } from "../testing/fuzz/any-value.ts";
import { responseChecker } from "../testing/fuzz/response-flaws.ts";
import type { Resources } from "../testing/operation-examples.ts";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { openDisposable, openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const REQUESTS = Number(process.env["KNOCKON_HTTP_FUZZ"] ?? 300);
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR = 60 * 60 * 1000;

/** What is the end of whatever it is asked about. */
const DESTRUCTIVE = new Set([
  "deleteConnectedOrg",
  "deleteWorkspace",
  "removeMember",
  "removeGithubInstallation",
  "revokeApiKey",
  "transferWorkspace",
  "updateMember",
]);

let stripe: FakeStripe;
let service: TestService;
let acme: Tenant;
let globex: Tenant;
let disposable: Tenant;

beforeAll(async () => {
  stripe = await startFakeStripe();
  service = await startTestService({ stripe });
  acme = await openTenant(service, "acme", ACME);
  globex = await openTenant(service, "globex", GLOBEX);
  const folder = makeOrganization(service.folder, "spare", { empty: {} });
  disposable = await openDisposable(service, acme.team, folder);
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

const knownIds = (...tenants: Resources[]): KnownValues => ({
  workspace_id: tenants.map(({ workspace }) => workspace),
  connected_org_id: tenants.map(({ connectedOrg }) => connectedOrg),
  scan_id: tenants.map(({ scan }) => scan),
  repository_id: tenants.map(({ repository }) => repository),
  root: tenants.map(({ repository }) => repository),
  artifact_id: tenants.map(({ artifact }) => artifact),
  user_id: tenants.map(({ user }) => user),
  new_owner_user_id: tenants.map(({ user }) => user),
  invitation_id: tenants.map(({ invitation }) => invitation),
  key_id: tenants.map(({ key }) => key),
  installation_id: tenants.map(({ installation }) => installation),
  token: tenants.map(({ token }) => token),
  full_path: ["acme/api", "globex/vault"],
  url: ["https://github.com/acme/api.git", ...tenants.map(({ folder }) => folder)],
  plan_key: ["pro", "enterprise", "free"],
  path: ["Dockerfile", "package.json"],
});

it(
  "whatever is sent, the answer is one that the OpenAPI document describes, and never a fault [IF-2.43 D-1.13]",
  { timeout: AN_HOUR },
  async () => {
    const document = openApiDocument(OPERATIONS);
    const flawsOf = responseChecker(document);
    const requests = anyRequest({
      document,
      callers: Object.keys(acme.credentials),
      knownFor: (operationId) =>
        DESTRUCTIVE.has(operationId)
          ? knownIds(disposable.resources, globex.resources)
          : knownIds(acme.resources, acme.resources, globex.resources),
    });
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const credential = acme.credentials[request.caller as keyof Tenant["credentials"]];
        const { target, method, body } = request;
        const response = await service.request(target, {
          method,
          headers: { ...request.headers, ...credential },
          ...(body !== undefined && { body }),
        });
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
        expect(await flawsOf(request, response)).toEqual([]);
      }),
      { numRuns: REQUESTS, seed: SEED },
    );
    // Else it fuzzes the validation only. The rarest of these comes ten times in 2,000 requests.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 403, 404, 409, 422]));
    expect(seen.get(200)).toBeGreaterThan(REQUESTS / 10);
  },
);
