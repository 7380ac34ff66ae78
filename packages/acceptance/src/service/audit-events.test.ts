import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf } from "../testing/operation-examples.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { invite, openDisposable, signUpTeam, type Team } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ask } from "../testing/test-workspace.ts";

/** What every mutation leaves behind; whoever adds one says here how it is called. */
const ACTIONS: Record<string, string> = {
  createWorkspace: "workspace.created",
  updateWorkspace: "workspace.updated",
  deleteWorkspace: "workspace.deleted",
  transferWorkspace: "workspace.transferred",
  updateMember: "member.updated",
  removeMember: "member.removed",
  createInvitation: "invitation.created",
  revokeInvitation: "invitation.revoked",
  acceptInvitation: "member.joined",
  createApiKey: "api_key.created",
  revokeApiKey: "api_key.revoked",
  createConnectedOrg: "connected_org.created",
  updateConnectedOrg: "connected_org.updated",
  deleteConnectedOrg: "connected_org.deleted",
  removeGithubInstallation: "github_installation.removed",
  createWebhookSecret: "connected_org.webhook_secret_created",
  removeWebhookSecret: "connected_org.webhook_secret_removed",
  triggerScan: "scan.triggered",
  cancelScan: "scan.cancelled",
};

/** What changes nothing of the workspace, and why it is no read. */
const CHANGES_NOTHING: Record<string, string> = {
  beginGithubInstallation: "It makes an address; what comes of it is recorded when the browser is back.",
  testConnectedOrg: "It asks the org's host, which takes long and counts against the host's limit.",
};

let service: TestService;
let team: Team;
let folder: string;

beforeAll(async () => {
  service = await startTestService({ log: { info() {}, error() {} } });
  team = await signUpTeam(service, "team");
  folder = makeOrganization(service.folder, "spare", { empty: {} });
});

afterAll(() => service.close());

/** The events of a host are nobody's; what changes a subscription is held by `billing.test.ts`, beside its processor. */
const mutations = OPERATIONS.filter(
  ({ method, auth, asksProcessor }) =>
    method !== "GET" && auth.credentials !== "signature" && asksProcessor !== true,
);
const byId = mutations.map((operation) => [operation.id, operation] as const);

/** Asks an operation that succeeds in a workspace of its own, as often as one likes; with what each asking left behind. */
async function open(operation: OperationInput) {
  const { credentials, resources } = await openDisposable(service, team, folder);
  resources.token = await invite(service, team.viewer, team.owner.email);
  const credential = operation.auth.credentials.includes("key") ? credentials.key : credentials.owner;
  let asked = 0;
  return async () => {
    const requestId = `${resources.workspace}-${(asked += 1)}`;
    const headers = { ...credential, "X-Request-ID": requestId };
    const { status } = await ask(service, operation, { ...exampleOf(operation, resources), headers });
    const events = await service.shared.database
      .select({ action: auditEvent.action, before: auditEvent.before, after: auditEvent.after })
      .from(auditEvent)
      .where(eq(auditEvent.requestId, requestId));
    const keys = events.flatMap(({ before, after }) => keysOf({ before, after }));
    return { status, actions: events.map(({ action }) => action), keys };
  };
}

/** The keys of an object, at every depth. */
const keysOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [key, ...keysOf(child)])
    : [];

const actionsOf = ({ id }: OperationInput): string[] => (ACTIONS[id] === undefined ? [] : [ACTIONS[id]]);

it("every mutation says what it leaves behind, and why where that is nothing", () => {
  const said = Object.keys({ ...ACTIONS, ...CHANGES_NOTHING });
  expect(said.toSorted()).toEqual(mutations.map(({ id }) => id).toSorted());
});

describe("one event where a mutation succeeds, none where it fails", () => {
  it.each(byId)("%s [D-10.55]", async (_id, operation) => {
    const asking = await open(operation);
    const { keys, ...first } = await asking();
    expect(first).toEqual({ status: operation.status, actions: actionsOf(operation) });
    expect(keys.filter((key) => !/^[a-z0-9_]+$/u.test(key))).toEqual([]);
    const again = await asking();
    const changes = again.status === operation.status && operation.id !== "cancelScan";
    expect(again.actions).toEqual(changes ? actionsOf(operation) : []);
  });
});

describe("no change without its event", () => {
  it.each(byId.filter(([id]) => ACTIONS[id] !== undefined))("%s [D-10.55]", async (_id, operation) => {
    const asking = await open(operation);
    const { database } = service.shared;
    await database.execute(sql`revoke insert on audit_event from knockon_app`);
    expect(await asking()).toMatchObject({ status: 500, actions: [] });
    await database.execute(sql`grant insert on audit_event to knockon_app`);
    expect(await asking()).toMatchObject({ status: operation.status, actions: actionsOf(operation) });
  });
});
