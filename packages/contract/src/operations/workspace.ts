import * as z from "zod";
import { operation } from "../operation.ts";
import { page, shownName, sortQuery, uuid } from "../resources/fields.ts";
import {
  ApiKey,
  AUDIT_AREAS,
  AuditEvent,
  CreatedApiKey,
  Entitlements,
  GRANTED_ROLES,
  Invitation,
  Member,
  NewInvitation,
  NewWorkspace,
  Workspace,
  WorkspaceSettings,
  WorkspaceSettingsUpdate,
  WorkspaceStats,
  WorkspaceUpdate,
} from "../resources/workspace.ts";
import { WorkspaceExport } from "../resources/workspace-export.ts";
import { ROLES } from "../vocabulary/scan.ts";
import { ADMINISTER, ADMINISTER_IN_PERSON, IN_PERSON, OWN, OWN_IN_PERSON, READ } from "./access.ts";

const tag = "workspaces";
const params = z.object({ workspace_id: uuid.meta({ description: "Workspace ID." }) });

export const createWorkspace = operation({
  id: "createWorkspace",
  method: "POST",
  path: "/workspaces",
  summary: "Create a workspace",
  description: "The caller becomes the Owner. A new workspace is on the free plan and has no connected orgs.",
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
  summary: "List workspaces",
  description:
    "Returns the workspaces the caller is a member of, ordered by name. With an API key, returns the key's workspace.",
  tag,
  auth: { credentials: ["key", "session"], role: null },
  query: page.extend({
    slug: z
      .string()
      .max(63)
      .optional()
      .meta({ description: "Filter by slug. A former slug matches until another workspace takes it." }),
  }),
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
  description:
    "Returns the workspace's name, slug and plan. For the plan's features and limits, see `/entitlements`.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Workspace,
  errors: [],
});

export const getWorkspaceSettings = operation({
  id: "getWorkspaceSettings",
  method: "GET",
  path: "/workspaces/{workspace_id}/settings",
  summary: "Get workspace settings",
  description:
    "Returns the settings of texts and answers outside the application, such as comments on pull requests.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: WorkspaceSettings,
  errors: [],
});

export const updateWorkspaceSettings = operation({
  id: "updateWorkspaceSettings",
  method: "PATCH",
  path: "/workspaces/{workspace_id}/settings",
  summary: "Update workspace settings",
  description:
    "Changes the given settings. Existing comments change with the next check of their pull request.",
  tag,
  auth: ADMINISTER,
  params,
  body: WorkspaceSettingsUpdate,
  status: 200,
  response: WorkspaceSettings,
  errors: [],
});

export const updateWorkspace = operation({
  id: "updateWorkspace",
  method: "PUT",
  path: "/workspaces/{workspace_id}",
  summary: "Update a workspace",
  description:
    "Renames a workspace. The slug stays the same unless `regenerate_slug` is true. Former slugs keep redirecting to the workspace.",
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
  summary: "Delete a workspace",
  description:
    "The workspace disappears immediately: its API keys are revoked, its scans cancelled and its orgs disconnected. Its data is purged within 30 days.",
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
  summary: "Transfer workspace ownership",
  description:
    "Makes another member the Owner. The caller becomes an Admin. API keys cannot transfer a workspace.",
  tag,
  auth: OWN_IN_PERSON,
  params,
  body: z.strictObject({
    new_owner_user_id: uuid.meta({
      description: "User ID of the new Owner, who must be a member of the workspace.",
    }),
  }),
  status: 200,
  response: z.object({}),
  errors: [409],
});

export const exportWorkspace = operation({
  id: "exportWorkspace",
  method: "GET",
  path: "/workspaces/{workspace_id}/export",
  summary: "Export a workspace",
  description:
    "Returns all workspace data as a JSON file. The response is streamed. Access tokens and key hashes are omitted. Limited to 1 export per workspace per hour.",
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
  summary: "Get entitlements",
  description:
    "Returns the plan's features and the seats in use. `seat_limit` is null if seats are unlimited. If `billing_enforced` is false, every feature is true.",
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
  summary: "Get workspace statistics",
  description:
    "Returns the sum of the statistics of all connected orgs. `last_scan` is the most recent scan of any org.",
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
  summary: "List members",
  description: "Returns members in the order in which they joined unless `sort` is given.",
  tag: "members",
  auth: READ,
  params,
  query: page.extend({
    q: z.string().max(200).optional().meta({ description: "Filter by part of the name or email address." }),
    role: z.enum(ROLES).optional().meta({ description: "Filter by role." }),
    sort: sortQuery("full_name", "joined_at", "role"),
  }),
  status: 200,
  response: z.array(Member),
  errors: [],
  counted: true,
});

const memberParams = params.extend({ user_id: uuid.meta({ description: "User ID of the member." }) });

export const updateMember = operation({
  id: "updateMember",
  method: "PATCH",
  path: "/workspaces/{workspace_id}/members/{user_id}",
  summary: "Update a member's role",
  description:
    "The Owner's role can only be changed by transferring the workspace. Promoting a viewer takes a seat and returns 402 if the plan has none left.",
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
  summary: "Remove a member",
  description: "The member loses access immediately. The Owner cannot be removed.",
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
  summary: "Invite a member",
  description:
    "Emails an invitation link that is valid until `expires_at`. Every role except viewer takes a seat. Returns 409 if the email address belongs to a member or has an open invitation.",
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
  summary: "List open invitations",
  description: "Returns invitations that are not accepted, revoked or expired.",
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
  summary: "Revoke an invitation",
  description: "The link in the email stops working immediately.",
  tag: "members",
  auth: ADMINISTER_IN_PERSON,
  params: params.extend({ invitation_id: uuid.meta({ description: "Invitation ID." }) }),
  status: 204,
  response: z.object({}),
  errors: [],
});

export const acceptInvitation = operation({
  id: "acceptInvitation",
  method: "POST",
  path: "/invitations/accept",
  summary: "Accept an invitation",
  description:
    "Adds the caller to the workspace. The caller must be signed in with the invited email address, and the address must be verified.",
  tag: "members",
  auth: IN_PERSON,
  body: z.strictObject({
    token: z.string().min(1).max(200).meta({ description: "Token from the invitation link." }),
  }),
  status: 200,
  response: Workspace,
  errors: [409],
});

export const createApiKey = operation({
  id: "createApiKey",
  method: "POST",
  path: "/workspaces/{workspace_id}/api-keys",
  summary: "Create an API key",
  description:
    "The key appears only in this response; the service stores its hash. Do not commit keys to version control or ship them to browsers.",
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
  summary: "List API keys",
  description:
    "Returns keys from newest to oldest, including revoked keys. Each key is identified by its prefix.",
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
  summary: "Revoke an API key",
  description: "Requests with the key fail with 401 from now on. Returns 404 if the key is already revoked.",
  tag: "api keys",
  auth: OWN,
  params: params.extend({ key_id: uuid.meta({ description: "API key ID, not its prefix." }) }),
  status: 204,
  response: z.object({}),
  errors: [],
});

export const listAuditEvents = operation({
  id: "listAuditEvents",
  method: "GET",
  path: "/workspaces/{workspace_id}/audit-events",
  summary: "List audit events",
  description:
    "Returns events from newest to oldest. Every successful mutation records the actor and the values before and after the change. Secrets are not recorded.",
  tag,
  auth: ADMINISTER,
  params,
  query: page.extend({
    area: z.enum(AUDIT_AREAS).optional().meta({ description: "Filter by the type of resource changed." }),
    actor_id: uuid.optional().meta({ description: "Filter by the ID of a user or API key." }),
  }),
  status: 200,
  response: z.array(AuditEvent),
  errors: [],
  counted: true,
});
