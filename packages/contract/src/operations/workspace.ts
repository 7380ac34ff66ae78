import { z } from "zod";
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
const params = z.object({ workspace_id: uuid });

export const createWorkspace = operation({
  id: "createWorkspace",
  method: "POST",
  path: "/workspaces",
  summary: "Make a workspace, whose Owner is the caller",
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
  tag,
  auth: OWN_IN_PERSON,
  params,
  body: z.strictObject({ new_owner_user_id: uuid }),
  status: 200,
  response: z.object({}),
  errors: [409],
});

export const exportWorkspace = operation({
  id: "exportWorkspace",
  method: "GET",
  path: "/workspaces/{workspace_id}/export",
  summary: "Get everything of a workspace as a file, without its secrets; once an hour",
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
  tag: "members",
  auth: READ,
  params,
  query: page,
  status: 200,
  response: z.array(Member),
  errors: [],
  counted: true,
});

const memberParams = params.extend({ user_id: uuid });

export const updateMember = operation({
  id: "updateMember",
  method: "PATCH",
  path: "/workspaces/{workspace_id}/members/{user_id}",
  summary: "Change the role of a member",
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
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params: params.extend({ invitation_id: uuid }),
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
  tag: "api keys",
  auth: OWN,
  params: params.extend({ key_id: uuid }),
  status: 204,
  response: z.object({}),
  errors: [],
});

export const listAuditEvents = operation({
  id: "listAuditEvents",
  method: "GET",
  path: "/workspaces/{workspace_id}/audit-events",
  summary: "List who changed what, newest first",
  tag,
  auth: ADMINISTER,
  params,
  query: page,
  status: 200,
  response: z.array(AuditEvent),
  errors: [],
  counted: true,
});
