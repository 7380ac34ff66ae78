import { createWebhookSecret } from "@knockon/contract/operations/webhook";
import { createApiKey, createInvitation, createWorkspace } from "@knockon/contract/operations/workspace";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { eq } from "drizzle-orm";
import {
  absentResources,
  anyInstallation,
  pendingScan,
  scanOrganization,
  type Resources,
} from "./operation-examples.ts";
import { makeOrganization } from "./organizations.ts";
import { lastToken, type TestPerson } from "./test-person.ts";
import { subscribeFor } from "./billing.ts";
import { ALLOWED_ORIGIN } from "./allowed-origin.ts";
import { type TestService } from "./test-service.ts";
import type { TestWorkspace } from "./test-workspace.ts";

export type Team = Record<Role, TestPerson>;

/** A workspace with a key, somebody of each role, and one of each resource. */
export interface Tenant {
  workspace: TestWorkspace;
  team: Team;
  resources: Resources;
  /** The headers by which each credential of the workspace shows itself, named by its kind. */
  credentials: Record<"key" | Role, Record<string, string>>;
}

/** Somebody for each role, whose addresses begin with the team's name. */
export async function signUpTeam(service: TestService, name: string): Promise<Team> {
  const people: [Role, TestPerson][] = [];
  for (const role of ROLES) people.push([role, await service.signUp(`${name}-${role}`)]);
  return Object.fromEntries(people) as Team;
}

/** The org's repositories are scanned; the other resources are made. */
export async function openTenant(
  service: TestService,
  name: string,
  repositories: Parameters<typeof makeOrganization>[2],
): Promise<Tenant> {
  const folder = makeOrganization(service.folder, name, repositories);
  const tenant = await openUnscanned(service, name, await signUpTeam(service, name), folder);
  await subscribeFor(service, tenant.workspace, "");
  Object.assign(tenant.resources, await scanOrganization(tenant.workspace, folder));
  return tenant;
}

/** In which every mutation, or that of an operation that asks for a state of its own, can be done once: its repositories were never read, and its scan is pending. */
export async function openDisposable(
  service: TestService,
  team: Team,
  folder: string,
  operationId = "",
): Promise<Tenant> {
  const tenant = await openUnscanned(service, "Disposable", team, folder);
  await subscribeFor(service, tenant.workspace, operationId);
  const { workspace, resources } = tenant;
  resources.connectedOrg = await workspace.connect("idle", folder);
  await moveToHost(workspace, resources.connectedOrg);
  await workspace.call(createWebhookSecret, { params: { connected_org_id: resources.connectedOrg } });
  resources.scan = await pendingScan(workspace, await workspace.connect("busy", folder));
  return tenant;
}

/** As if an org were on a host: what is asked of that is refused, without any network. */
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
): Promise<Tenant> {
  const workspace = await service.openWorkspace(name);
  const { workspaceId } = workspace.scope;
  await inWorkspace(workspace.scope, (tx) =>
    tx.insert(membership).values(ROLES.map((role) => ({ workspaceId, userId: team[role].id, role }))),
  );
  const params = { workspace_id: workspaceId };
  const email = "invited@acme.example";
  const invitation = await team.owner.call(createInvitation, { params, body: { email, role: "viewer" } });
  const key = await team.owner.call(createApiKey, { params, body: { name: "spare" } });
  const installation = anyInstallation();
  await inWorkspace(workspace.scope, (tx) =>
    tx.insert(githubInstallation).values({
      workspaceId,
      installationId: installation,
      account: name,
      createdBy: team.admin.id,
    }),
  );
  const resources: Resources = {
    ...absentResources(),
    workspace: workspaceId,
    user: team.viewer.id,
    invitation: invitation.id,
    token: lastToken(service, email),
    key: key.id,
    installation,
    folder,
  };
  const sessions = ROLES.map((role) => [role, { Cookie: team[role].cookie, Origin: ALLOWED_ORIGIN }]);
  const credentials = { key: { "X-API-Key": workspace.key }, ...Object.fromEntries(sessions) };
  return { workspace, team, resources, credentials };
}

/** The token of an invitation to a workspace of its own, whose Owner is somebody else. */
export async function invite(service: TestService, host: TestPerson, guest: string): Promise<string> {
  const { id } = await host.call(createWorkspace, { body: { name: "Inviting" } });
  const body = { email: guest, role: "viewer" };
  await host.call(createInvitation, { params: { workspace_id: id }, body });
  return lastToken(service, guest);
}
