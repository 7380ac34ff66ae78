import type { OperationInput } from "@knockon/contract/operation";
import { checkChange } from "@knockon/contract/operations/check";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { acceptInvitation } from "@knockon/contract/operations/workspace";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf } from "../testing/operation-examples.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { invite, openDisposable, signUpTeam, type Team } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { sendRequest } from "../testing/test-workspace.ts";

/** The audit action of each mutation, by operation ID. A new mutation needs an entry here or in WITHOUT_EVENT. */
const ACTIONS: Record<string, string> = {
  createWorkspace: "workspace.created",
  updateWorkspace: "workspace.updated",
  updateWorkspaceSettings: "workspace.settings_updated",
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
  createPersonCorrection: "person_correction.created",
  deletePersonCorrection: "person_correction.deleted",
  removeGithubInstallation: "github_installation.removed",
  createWebhookSecret: "connected_org.webhook_secret_created",
  removeWebhookSecret: "connected_org.webhook_secret_removed",
  rerunChangeCheck: "check.rerun",
  triggerScan: "scan.triggered",
  cancelScan: "scan.cancelled",
};

/** Mutations that write no audit event, with the reason. */
const WITHOUT_EVENT: Record<string, string> = {
  beginGithubInstallation: "It only creates a URL. The installation is recorded when the browser returns.",
  testConnectedOrg:
    "It only queries the org's host. It is not a GET because that is slow and uses up the host's rate limit.",
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

/**
 * Without checks, which store nothing, the webhooks of git hosts, and the operations that call the payment processor, which the
 * billing tests cover.
 */
const mutations = OPERATIONS.filter(
  ({ id, method, auth, asksProcessor }) =>
    method !== "GET" && id !== checkChange.id && auth.credentials !== "signature" && asksProcessor !== true,
);
const byId = mutations.map((operation) => [operation.id, operation] as const);

/** Returns a function that calls an operation in its own workspace, and reports the status and the audit events of the call. */
async function prepare(operation: OperationInput) {
  const { credentials, resources } = await openDisposable(service, team, folder, operation.id);
  if (operation.id === acceptInvitation.id)
    resources.token = await invite(service, team.viewer, team.owner.email);
  const credential = operation.auth.credentials.includes("key") ? credentials.key : credentials.owner;
  let calls = 0;
  return async () => {
    const requestId = `${resources.workspace}-${(calls += 1)}`;
    const headers = { ...credential, "X-Request-ID": requestId };
    const { status } = await sendRequest(service, operation, { ...exampleOf(operation, resources), headers });
    const events = await service.shared.database
      .select({ action: auditEvent.action, before: auditEvent.before, after: auditEvent.after })
      .from(auditEvent)
      .where(eq(auditEvent.requestId, requestId));
    const keys = events.flatMap(({ before, after }) => keysOf({ before, after }));
    return { status, actions: events.map(({ action }) => action), keys };
  };
}

/** Returns the keys of an object at every depth. */
const keysOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [key, ...keysOf(child)])
    : [];

const actionsOf = ({ id }: OperationInput): string[] => (ACTIONS[id] === undefined ? [] : [ACTIONS[id]]);

it("every mutation has an audit action, or a reason for none", () => {
  const documented = Object.keys({ ...ACTIONS, ...WITHOUT_EVENT });
  expect(documented.toSorted()).toEqual(mutations.map(({ id }) => id).toSorted());
});

/** Calls a mutation while its event cannot be written. */
async function callWithoutEvents(call: Awaited<ReturnType<typeof prepare>>) {
  const { database } = service.shared;
  await database.execute(sql`revoke insert on audit_event from knockon_app`);
  const { status, actions } = await call();
  await database.execute(sql`grant insert on audit_event to knockon_app`);
  return { status, actions };
}

describe("a mutation changes nothing if its event cannot be written, writes one if it succeeds, and none if it fails", () => {
  it.each(byId)("%s [D-10.55]", async (id, operation) => {
    const call = await prepare(operation);
    const rolledBack = { status: 500, actions: [] };
    expect(id in WITHOUT_EVENT ? rolledBack : await callWithoutEvents(call)).toEqual(rolledBack);
    const { keys, ...first } = await call();
    expect(first).toEqual({ status: operation.status, actions: actionsOf(operation) });
    expect(keys.filter((key) => !/^[a-z0-9_]+$/u.test(key))).toEqual([]);
    const again = await call();
    const changes = again.status === operation.status && operation.id !== "cancelScan";
    expect(again.actions).toEqual(changes ? actionsOf(operation) : []);
  });
});
