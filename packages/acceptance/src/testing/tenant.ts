import { randomUUID } from "node:crypto";
import { check as checkExample } from "@knockon/contract/examples/check";
import { createWebhookSecret } from "@knockon/contract/operations/webhook";
import { createApiKey, createInvitation, createWorkspace } from "@knockon/contract/operations/workspace";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { ownership, personCorrection } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { noWork } from "@knockon/extract/history/tally";
import { eq } from "drizzle-orm";
import {
  absentResources,
  EXAMPLES,
  anyPersonKey,
  pendingScan,
  scanOrganization,
  type Resources,
} from "./operation-examples.ts";
import { makeOrganization } from "./organizations.ts";
import { lastToken, type TestPerson } from "./test-person.ts";
import { subscribeFor } from "./billing.ts";
import { type TestService } from "./test-service.ts";
import { ALLOWED_ORIGIN, type TestWorkspace } from "./test-workspace.ts";

export type Team = Record<Role, TestPerson>;

/** A workspace with an API key, one member of each role, and one of each resource. */
export interface Tenant {
  workspace: TestWorkspace;
  team: Team;
  resources: Resources;
  /** The request headers of each credential. */
  credentials: Record<"key" | Role, Record<string, string>>;
}

/** Signs up one user per role. Their email addresses start with the team's name. */
export async function signUpTeam(service: TestService, name: string): Promise<Team> {
  const people: [Role, TestPerson][] = [];
  for (const role of ROLES) people.push([role, await service.signUp(`${name}-${role}`)]);
  return Object.fromEntries(people) as Team;
}

/** Creates a tenant whose org is scanned. */
export async function openTenant(
  service: TestService,
  name: string,
  repositories: Parameters<typeof makeOrganization>[2],
): Promise<Tenant> {
  const folder = makeOrganization(service.folder, name, repositories);
  const tenant = await openUnscanned(service, name, await signUpTeam(service, name), folder, () => true);
  await subscribeFor(service, tenant.workspace, "");
  Object.assign(tenant.resources, await scanOrganization(tenant.workspace, folder));
  await addDeletedRepository(tenant);
  return tenant;
}

/**
 * Creates a tenant in which each mutation can succeed once. Its org is not scanned, and its scan is pending. `operationId` selects
 * the state of the subscription, and leaves out resources that the operation does not use.
 */
export async function openDisposable(
  service: TestService,
  team: Team,
  folder: string,
  operationId = "",
): Promise<Tenant> {
  const uses = WITH_ALL_RESOURCES.has(operationId) ? () => true : usesOf(operationId);
  const tenant = await openUnscanned(service, "Disposable", team, folder, uses);
  await subscribeFor(service, tenant.workspace, operationId);
  const { workspace, resources } = tenant;
  const hasRepository = uses("repository") || uses("check") || uses("person") || uses("personCorrection");
  if (uses("connectedOrg") || hasRepository) {
    resources.connectedOrg = await workspace.connect("idle", folder);
    await moveToHost(workspace, resources.connectedOrg);
  }
  if (WITH_ALL_RESOURCES.has(operationId))
    await workspace.call(createWebhookSecret, { params: { connected_org_id: resources.connectedOrg } });
  if (hasRepository) await addDeletedRepository(tenant);
  if (uses("scan")) resources.scan = await pendingScan(workspace, await workspace.connect("busy", folder));
  return tenant;
}

type Uses = (name: keyof Resources) => boolean;

/** Operations on resources that their requests do not name. Empty for any operation. */
const WITH_ALL_RESOURCES = new Set([
  "",
  "exportWorkspace",
  "deleteWorkspace",
  "deleteConnectedOrg",
  "removeWebhookSecret",
]);

/** Returns whether an operation's requests name a resource. */
function usesOf(operationId: string): Uses {
  const [one, other] = [absentResources(), absentResources()];
  const requestsOf = (resources: Resources) =>
    JSON.stringify(EXAMPLES[operationId]?.map((example) => example(resources)));
  return (name) => requestsOf({ ...one, [name]: other[name] }) !== requestsOf(one);
}

/** Adds a deleted repository with two authors, one of them corrected, and the check of a pull request. */
async function addDeletedRepository({ workspace: { scope }, resources }: Tenant): Promise<void> {
  const { workspaceId } = scope;
  const repositoryId = randomUUID();
  const corrected = anyPersonKey();
  const credits = [resources.person, corrected].map((key) => ({
    signers: [{ name: "Author", keys: [key] }],
    ...noWork(),
    commitCount: 1,
  }));
  await inWorkspace(scope, async (tx) => {
    await tx.insert(repository).values({
      id: repositoryId,
      workspaceId,
      connectedOrgId: resources.connectedOrg,
      platformId: repositoryId,
      name: "deleted",
      fullPath: "acme/deleted",
      cloneUrl: "https://git.acme.example/acme/deleted.git",
      cloneLocation: "git.acme.example/acme/deleted",
      absentSince: new Date(),
    });
    await tx.insert(changeCheck).values({
      id: resources.check,
      workspaceId,
      connectedOrgId: resources.connectedOrg,
      repositoryId,
      kind: "pull_request",
      number: 7,
      headSha: "0123456789abcdef0123456789abcdef01234567",
      status: "completed",
      conclusion: "neutral",
      result: checkExample,
      completedAt: new Date(),
    });
    await tx.insert(ownership).values({ workspaceId, repositoryId, triedCommitSha: "", credits });
    await tx.insert(personCorrection).values({
      id: resources.personCorrection,
      workspaceId,
      kind: "not_a_person",
      person: { name: "Author", keys: [corrected] },
    });
  });
}

/** Changes an org to one on GitHub at a loopback address. Requests to its host fail without network access. */
export const moveToHost = ({ scope }: TestWorkspace, connectedOrgId: string) =>
  inWorkspace(scope, (tx) =>
    tx
      .update(connectedOrg)
      .set({ platform: "github", url: "https://127.0.0.1/acme" })
      .where(eq(connectedOrg.id, connectedOrgId)),
  );

async function openUnscanned(
  service: TestService,
  name: string,
  team: Team,
  folder: string,
  uses: Uses,
): Promise<Tenant> {
  const workspace = await service.openWorkspace(name);
  const { workspaceId } = workspace.scope;
  await inWorkspace(workspace.scope, (tx) =>
    tx.insert(membership).values(ROLES.map((role) => ({ workspaceId, userId: team[role].id, role }))),
  );
  const params = { workspace_id: workspaceId };
  const resources: Resources = {
    ...absentResources(),
    workspace: workspaceId,
    user: team.viewer.id,
    folder,
  };
  if (uses("invitation") || uses("token")) {
    const body = { email: "invited@acme.example", role: "viewer" };
    resources.invitation = (await team.owner.call(createInvitation, { params, body })).id;
    resources.token = lastToken(service, body.email);
  }
  if (uses("key"))
    resources.key = (await team.owner.call(createApiKey, { params, body: { name: "spare" } })).id;
  if (uses("installation"))
    await inWorkspace(workspace.scope, (tx) =>
      tx.insert(githubInstallation).values({
        workspaceId,
        installationId: resources.installation,
        account: name,
        createdBy: team.admin.id,
      }),
    );
  const sessions = ROLES.map((role) => [role, { Cookie: team[role].cookie, Origin: ALLOWED_ORIGIN }]);
  const credentials = { key: { "X-API-Key": workspace.key }, ...Object.fromEntries(sessions) };
  return { workspace, team, resources, credentials };
}

/** Invites a user to a new workspace of `host`. Returns the token of the invitation. */
export async function invite(service: TestService, host: TestPerson, guest: string): Promise<string> {
  const { id } = await host.call(createWorkspace, { body: { name: "Inviting" } });
  const body = { email: guest, role: "viewer" };
  await host.call(createInvitation, { params: { workspace_id: id }, body });
  return lastToken(service, guest);
}
