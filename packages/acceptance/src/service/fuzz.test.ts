import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestsByOperation } from "../testing/fuzz/any-request.ts";
import type { KnownValues } from "../testing/fuzz/any-value.ts";
import { responseChecker } from "../testing/fuzz/response-flaws.ts";
import type { Resources } from "../testing/operation-examples.ts";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { openDisposable, openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

/** The number of requests, rounded up to an equal number per operation. */
const REQUESTS = Number(process.env["KNOCKON_HTTP_FUZZ"] ?? 300);
/** With this many requests, every expected status occurs. */
const MANY = 2000;
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR = 60 * 60 * 1000;

/** Operations that delete or disable the resource they name. */
const DESTRUCTIVE = new Set([
  "deleteConnectedOrg",
  "deleteWorkspace",
  "deletePersonCorrection",
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
  person_key: tenants.map(({ person }) => person),
  person_correction_id: tenants.map(({ personCorrection: id }) => id),
  check_id: tenants.map(({ check: id }) => id),
  installation_id: tenants.map(({ installation }) => installation),
  token: tenants.map(({ token }) => token),
  full_path: ["acme/api", "globex/vault"],
  url: ["https://github.com/acme/api.git", ...tenants.map(({ folder }) => folder)],
  plan_key: ["pro", "enterprise", "free"],
  path: ["Dockerfile", "package.json"],
});

it(
  "responds to any request as the OpenAPI document describes, and never with a 5xx status [IF-2.43 D-1.13]",
  { timeout: AN_HOUR },
  async () => {
    const document = openApiDocument(OPERATIONS);
    const flawsOf = responseChecker(document);
    const operations = requestsByOperation({
      document,
      callers: Object.keys(acme.credentials),
      knownFor: (operationId) =>
        DESTRUCTIVE.has(operationId)
          ? knownIds(disposable.resources, globex.resources)
          : knownIds(acme.resources, acme.resources, globex.resources),
    });
    const numRuns = Math.ceil(REQUESTS / operations.length);
    const statuses = new Map<number, number>();
    for (const [operationId, requests] of operations) {
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const credential = acme.credentials[request.caller as keyof Tenant["credentials"]];
          const { target, method, body } = request;
          const response = await service.request(target, {
            method,
            headers: { ...request.headers, ...credential },
            ...(body !== undefined && { body }),
          });
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          expect({ operationId, flaws: await flawsOf(request, response) }).toEqual({
            operationId,
            flaws: [],
          });
        }),
        { numRuns, seed: SEED },
      );
    }
    // Without these statuses, only validation would have been fuzzed.
    const expected = [200, 404, 422, ...(REQUESTS < MANY ? [] : [201, 403, 409])];
    expect([...statuses.keys()]).toEqual(expect.arrayContaining(expected));
    // A few requests per operation vary more.
    expect(statuses.get(200)).toBeGreaterThan(REQUESTS < MANY ? 0 : REQUESTS / 10);
  },
);
