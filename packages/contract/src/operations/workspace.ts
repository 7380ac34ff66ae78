import * as z from "zod";
import { operation } from "../operation.ts";
import { page, shownName, uuid } from "../resources/fields.ts";
import {
  ApiKey,
  AuditEvent,
  CreatedApiKey,
  Entitlements,
  GRANTED_ROLES,
  Invitation,
  Member,
  NewInvitation,
  NewWorkspace,
  Workspace,
  WorkspaceStats,
  WorkspaceUpdate,
} from "../resources/workspace.ts";
import { WorkspaceExport } from "../resources/workspace-export.ts";
import { ADMINISTER, ADMINISTER_IN_PERSON, IN_PERSON, OWN, OWN_IN_PERSON, READ } from "./access.ts";

const tag = "workspaces";
const params = z.object({ workspace_id: uuid.meta({ description: "The workspace." }) });

export const createWorkspace = operation({
  id: "createWorkspace",
  method: "POST",
  path: "/workspaces",
  summary: "Make a workspace, whose Owner is the caller",
  description: "The caller becomes its Owner. Its plan is the free one, and it has no connected orgs yet.",
  tag,
  auth: IN_PERSON,
  body: NewWorkspace,
  status: 201,
  response: Workspace,
  errors: [],
});

export const listWorkspaces = operation({
  id: "listWorkspaces",
  method: "GET",
  path: "/workspaces",
  summary: "List the workspaces that the caller belongs to",
  description: "By name. To a person: all that they belong to. To a key: the one it speaks for.",
  tag,
  auth: { credentials: ["key", "session"], role: null },
  query: page,
  status: 200,
  response: z.array(Workspace),
  errors: [],
  counted: true,
});

export const getWorkspace = operation({
  id: "getWorkspace",
  method: "GET",
  path: "/workspaces/{workspace_id}",
  summary: "Get a workspace",
  description: "Its name, its slug and its plan. What the plan includes says `/entitlements`.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Workspace,
  errors: [],
});

export const updateWorkspace = operation({
  id: "updateWorkspace",
  method: "PUT",
  path: "/workspaces/{workspace_id}",
  summary: "Rename a workspace",
  description:
    "The slug stays unless `regenerate_slug` asks for another; a former slug keeps leading to the workspace.",
  tag,
  auth: ADMINISTER,
  params,
  body: WorkspaceUpdate,
  status: 200,
  response: Workspace,
  errors: [],
});

export const deleteWorkspace = operation({
  id: "deleteWorkspace",
  method: "DELETE",
  path: "/workspaces/{workspace_id}",
  summary: "Delete a workspace; invisible at once, purged within 30 days",
  description:
    "Nobody finds it from this answer on: its keys are revoked, its scans cancelled, its orgs disconnected.",
  tag,
  auth: OWN_IN_PERSON,
  params,
  status: 202,
  response: z.object({}),
  errors: [],
});

export const transferWorkspace = operation({
  id: "transferWorkspace",
  method: "POST",
  path: "/workspaces/{workspace_id}/transfer",
  summary: "Make another member the Owner; the caller becomes an Admin",
  description: "The new Owner has to be a member already. A key cannot do this.",
  tag,
  auth: OWN_IN_PERSON,
  params,
  body: z.strictObject({ new_owner_user_id: uuid.meta({ description: "A member of the workspace." }) }),
  status: 200,
  response: z.object({}),
  errors: [409],
});

export const exportWorkspace = operation({
  id: "exportWorkspace",
  method: "GET",
  path: "/workspaces/{workspace_id}/export",
  summary: "Get everything of a workspace as a file, without its secrets; once an hour",
  description:
    "One JSON file, sent as it is read: take it as a stream. Tokens and hashes of keys are not in it. A second export within the hour is refused with 429.",
  tag,
  auth: ADMINISTER,
  params,
  status: 200,
  response: WorkspaceExport,
  errors: [429],
  streamed: true,
});

export const getEntitlements = operation({
  id: "getEntitlements",
  method: "GET",
  path: "/workspaces/{workspace_id}/entitlements",
  summary: "Get what the plan of a workspace includes, and the seats in use",
  description:
    "Cheap enough to ask at every start of an application. `seat_limit` is null where there is no limit; where plans are not enforced, every feature is true.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Entitlements,
  errors: [],
});

export const getWorkspaceStats = operation({
  id: "getWorkspaceStats",
  method: "GET",
  path: "/workspaces/{workspace_id}/stats",
  summary: "Count what the current graphs of all orgs of a workspace hold",
  description: "The sum of the statistics of its connected orgs; `last_scan` is the last of any.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: WorkspaceStats,
  errors: [],
});

export const listMembers = operation({
  id: "listMembers",
  method: "GET",
  path: "/workspaces/{workspace_id}/members",
  summary: "List the members of a workspace",
  description: "In the order in which they joined.",
  tag: "members",
  auth: READ,
  params,
  query: page,
  status: 200,
  response: z.array(Member),
  errors: [],
  counted: true,
});

const memberParams = params.extend({ user_id: uuid.meta({ description: "The member." }) });

export const updateMember = operation({
  id: "updateMember",
  method: "PATCH",
  path: "/workspaces/{workspace_id}/members/{user_id}",
  summary: "Change the role of a member",
  description:
    "The Owner's role changes by transfer only. A viewer who is raised takes a seat, which the plan has to have.",
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params: memberParams,
  body: z.strictObject({ role: z.enum(GRANTED_ROLES) }),
  status: 200,
  response: Member,
  errors: [402, 409],
});

export const removeMember = operation({
  id: "removeMember",
  method: "DELETE",
  path: "/workspaces/{workspace_id}/members/{user_id}",
  summary: "Remove a member from a workspace",
  description:
    "From their next request on, the workspace does not exist for them. The Owner cannot be removed.",
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params: memberParams,
  status: 204,
  response: z.object({}),
  errors: [409],
});

export const createInvitation = operation({
  id: "createInvitation",
  method: "POST",
  path: "/workspaces/{workspace_id}/invitations",
  summary: "Invite somebody by mail",
  description:
    "Mails a link that holds the token, good until `expires_at`. The address may neither belong to a member nor have an open invitation; any role but viewer takes a seat, which the plan has to have.",
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params,
  body: NewInvitation,
  status: 201,
  response: Invitation,
  errors: [402, 409],
});

export const listInvitations = operation({
  id: "listInvitations",
  method: "GET",
  path: "/workspaces/{workspace_id}/invitations",
  summary: "List the open invitations of a workspace",
  description: "Those that are neither accepted, taken back nor expired.",
  tag: "members",
  auth: ADMINISTER,
  params,
  query: page,
  status: 200,
  response: z.array(Invitation),
  errors: [],
  counted: true,
});

export const revokeInvitation = operation({
  id: "revokeInvitation",
  method: "DELETE",
  path: "/workspaces/{workspace_id}/invitations/{invitation_id}",
  summary: "Take an open invitation back",
  description: "The link that was mailed leads nowhere from then on.",
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params: params.extend({ invitation_id: uuid.meta({ description: "The invitation." }) }),
  status: 204,
  response: z.object({}),
  errors: [],
});

export const acceptInvitation = operation({
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
  summary:
    "Join the workspace of an invitation; the caller's address has to be confirmed, and the invited one",
  description:
    "The token comes from the link that was mailed. Whoever accepts has to be signed in with the invited address, and to have confirmed it.",
  tag: "members",
  auth: IN_PERSON,
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 200,
  response: Workspace,
  errors: [409],
});

export const createApiKey = operation({
  id: "createApiKey",
  method: "POST",
  path: "/workspaces/{workspace_id}/api-keys",
  summary: "Make an API key, shown this once",
  description:
    "The answer is the only one that has the key: only its hash is kept. Keep it where secrets are kept, never in a repository or a browser.",
  tag: "api keys",
  auth: OWN_IN_PERSON,
  params,
  body: z.strictObject({ name: shownName }),
  status: 201,
  response: CreatedApiKey,
  errors: [402],
});

export const listApiKeys = operation({
  id: "listApiKeys",
  method: "GET",
  path: "/workspaces/{workspace_id}/api-keys",
  summary: "List the API keys of a workspace, by their prefixes",
  description: "Newest first, revoked ones too. Of a key itself, only the prefix is known.",
  tag: "api keys",
  auth: OWN,
  params,
  query: page,
  status: 200,
  response: z.array(ApiKey),
  errors: [],
  counted: true,
});

export const revokeApiKey = operation({
  id: "revokeApiKey",
  method: "DELETE",
  path: "/workspaces/{workspace_id}/api-keys/{key_id}",
  summary: "Revoke an API key, from the next request on",
  description: "Whoever uses it gets 401 from then on. One that is revoked already is absent.",
  tag: "api keys",
  auth: OWN,
  params: params.extend({ key_id: uuid.meta({ description: "The key; its id, not its prefix." }) }),
  status: 204,
  response: z.object({}),
  errors: [],
});

export const listAuditEvents = operation({
  id: "listAuditEvents",
  method: "GET",
  path: "/workspaces/{workspace_id}/audit-events",
  summary: "List who changed what, newest first",
  description:
    "Every successful mutation leaves one, in its own transaction: who, what, and the values before and after. Secrets are in none of them.",
  tag,
  auth: ADMINISTER,
  params,
  query: page,
  status: 200,
  response: z.array(AuditEvent),
  errors: [],
  counted: true,
});
