import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { acceptInvitation } from "@knockon/contract/operations/workspace";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf, isRecurring, isRepeatable } from "../testing/operation-examples.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { invite, openDisposable, openTenant, signUpTeam, type Team, type Tenant } from "../testing/tenant.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ALLOWED_ORIGIN, sendRequest } from "../testing/test-workspace.ts";

const CALLERS = ["anonymous", "key", ...ROLES, "stranger"] as const;
type CallerName = (typeof CALLERS)[number];

let stripe: FakeStripe;
let service: TestService;
let acme: Tenant;
let stranger: TestPerson;
/** The members of every disposable workspace. */
let team: Team;
let folder: string;

beforeAll(async () => {
  stripe = await startFakeStripe();
  sellPlans(stripe.ledger);
  service = await startTestService({ stripe });
  acme = await openTenant(service, "acme", ACME);
  stranger = await service.signUp("stranger");
  await invite(service, stranger, "invited@acme.example");
  team = await signUpTeam(service, "team");
  folder = makeOrganization(service.folder, "spare", { empty: {} });
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

/** Returns the status that an operation's declaration requires for a caller. */
function expectedStatus({ auth, status }: OperationInput, caller: CallerName): number {
  // A credential does not replace a signature.
  if (auth.credentials === "signature") return 400;
  // A browser is redirected, with any credential.
  if (auth.credentials === "none") return status;
  if (caller === "anonymous") return 401;
  if (caller === "key") return auth.credentials.includes("key") ? status : 403;
  if (!auth.credentials.includes("session")) return 403;
  if (auth.role === null) return status;
  if (caller === "stranger") return 404;
  return isAtLeast(caller, auth.role) ? status : 403;
}

const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);

/** The headers of a caller, who always names the workspace. */
function headersOf({ resources, credentials }: Tenant, caller: CallerName): Record<string, string> {
  const named = { "X-Workspace-Id": resources.workspace };
  if (caller === "anonymous") return named;
  if (caller === "stranger") return { ...named, Cookie: stranger.cookie, Origin: ALLOWED_ORIGIN };
  return { ...named, ...credentials[caller] };
}

let shared: Promise<Tenant> | undefined;

/** Opens a workspace for one call of the operation, or the shared one if the operation can be called again. */
const disposableFor = (operation: OperationInput): Promise<Tenant> =>
  isRecurring(operation)
    ? (shared ??= openDisposable(service, team, folder))
    : openDisposable(service, team, folder, operation.id);

const cells = OPERATIONS.flatMap((operation) =>
  CALLERS.map((caller) => ({
    operation,
    caller,
    id: operation.id,
    status: expectedStatus(operation, caller),
  })),
);
const isChange = ({ operation, status }: (typeof cells)[number]): boolean =>
  !isRepeatable(operation) && status === operation.status;

describe("every operation responds to every caller as declared", () => {
  it.each(cells.filter((cell) => !isChange(cell)))(
    "$id: $status for $caller [IF-2.44 IF-3.7,11 IF-4.2,8,10 IF-5.3,7,11,13,16,25 IF-7.2,16,17,18,19,20,21,22 D-1.10 D-5.31 D-6.14 D-10.1,2,3,4,5,10 D-11.12,13,14]",
    async ({ operation, caller, status }) => {
      const parts = exampleOf(operation, acme.resources);
      const response = await sendRequest(service, operation, { ...parts, headers: headersOf(acme, caller) });
      expect([response.status, await response.text()]).toEqual([status, expect.any(String)]);
    },
  );

  it.each(cells.filter(isChange))("$id: $status for $caller", async ({ operation, caller, status }) => {
    const tenant = await disposableFor(operation);
    const { email } = caller === "stranger" ? stranger : (tenant.team[caller as Role] ?? {});
    const isGuest = email !== undefined && operation.id === acceptInvitation.id;
    const token = isGuest ? await invite(service, acme.team.owner, email) : tenant.resources.token;
    const parts = exampleOf(operation, { ...tenant.resources, token });
    const response = await sendRequest(service, operation, { ...parts, headers: headersOf(tenant, caller) });
    expect([response.status, await response.text()]).toEqual([status, expect.any(String)]);
  });
});

describe("the declared roles match the specification", () => {
  const [anyCredential, sessionOnly] = [["key", "session"], ["session"]];

  it.each([
    ["updateWorkspace", anyCredential, "admin"],
    ["exportWorkspace", anyCredential, "admin"],
    ["transferWorkspace", sessionOnly, "owner"],
    ["getEntitlements", anyCredential, "viewer"],
    ["cancelScan", anyCredential, "member"],
  ])("%s [IF-3.7,11 IF-4.8,10 IF-5.3,7,11,13 IF-7.2,16,18,19,20]", (id, credentials, role) => {
    const operation = OPERATIONS.find((one) => one.id === id);
    expect(operation?.auth).toMatchObject({ credentials, role });
  });
});

describe("if plans are enforced", () => {
  let enforced: TestService;
  let tenant: Tenant;

  beforeAll(async () => {
    enforced = await startTestService({ billingEnforced: true });
    tenant = await openTenant(enforced, "acme", ACME);
  });

  afterAll(() => enforced.close());

  const featured = cells.filter(
    ({ operation, caller }) => operation.auth.feature !== undefined && caller !== "stranger",
  );

  it.each(featured)(
    "$id for $caller requires the feature, after the role [IF-6.19 D-11.10]",
    async ({ operation, caller, status }) => {
      const parts = exampleOf(operation, tenant.resources);
      const response = await sendRequest(enforced, operation, {
        ...parts,
        headers: headersOf(tenant, caller),
      });
      const passes = status === operation.status;
      expect(response.status).toBe(passes ? 402 : status);
      if (!passes) return;
      const { feature } = operation.auth;
      expect(await response.json()).toEqual({
        detail: `The free plan does not include ${feature}.`,
        code: "plan_feature_required",
        feature,
      });
    },
  );

  it("a plan that includes the features allows them [IF-6.19 D-1.11]", async () => {
    await inWorkspace(tenant.workspace.scope, (tx) => tx.update(workspace).set({ plan: "pro" }));
    for (const { operation } of featured) {
      const response = await tenant.workspace.fetch(operation, exampleOf(operation, tenant.resources));
      expect(response.status).toBe(operation.status);
    }
  });
});
