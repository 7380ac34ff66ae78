import type { z } from "zod";
import type {
  ApiKey,
  AuditEvent,
  CreatedApiKey,
  Entitlements,
  Invitation,
  Member,
  Workspace,
  WorkspaceSettings,
} from "../resources/workspace.ts";
import {
  AUDIT_EVENT_ID,
  INVITATION_ID,
  KEY_ID,
  MEMBER_ID,
  ORG_ID,
  OWNER_ID,
  SCAN_ID,
  WORKSPACE_ID,
} from "./ids.ts";

export const workspace: Workspace = {
  id: WORKSPACE_ID,
  name: "Acme",
  slug: "acme",
  plan: "pro",
  created_at: "2026-03-02T09:14:00.000Z",
  updated_at: "2026-03-02T09:14:00.000Z",
};

export const workspaceSettings: WorkspaceSettings = {
  naming_rule: "same_visibility",
  naming_scope: "answers",
  mentions_owners: false,
};

export const entitlements: z.infer<typeof Entitlements> = {
  plan: "pro",
  features: {
    scheduled_scans: true,
    continuous_scans: false,
    api_production: true,
    artifact_dashboard: true,
    multi_org: true,
  },
  seat_count: 7,
  seat_limit: 10,
  billing_enforced: true,
};

export const member: z.infer<typeof Member> = {
  user_id: MEMBER_ID,
  email: "ada@acme.example",
  full_name: "Ada",
  avatar_url: null,
  role: "member",
  joined_at: "2026-03-04T08:30:00.000Z",
};

export const invitation: z.infer<typeof Invitation> = {
  id: INVITATION_ID,
  email: "grace@acme.example",
  role: "viewer",
  invited_by: OWNER_ID,
  created_at: "2026-05-11T10:00:00.000Z",
  expires_at: "2026-05-25T10:00:00.000Z",
};

export const apiKey: z.infer<typeof ApiKey> = {
  id: KEY_ID,
  name: "CI",
  prefix: "svc_live_EXAMPLE1",
  created_by: OWNER_ID,
  created_at: "2026-03-02T09:20:00.000Z",
  last_used_at: "2026-05-12T06:01:22.000Z",
  revoked_at: null,
};

/** No key: its checksum is wrong. */
export const createdApiKey: z.infer<typeof CreatedApiKey> = {
  ...apiKey,
  last_used_at: null,
  key: "svc_live_EXAMPLE1EXAMPLEEXAMPLEEXAMPLEEXAMPLE000000",
};

export const auditEvent: z.infer<typeof AuditEvent> = {
  id: AUDIT_EVENT_ID,
  workspace_id: WORKSPACE_ID,
  actor: { type: "key", id: KEY_ID },
  action: "scan.triggered",
  target: { type: "scan", id: SCAN_ID },
  before: null,
  after: { connected_org_id: ORG_ID, scan_type: "incremental" },
  request_id: "b8f0e1d2-77aa-4a6d-9f04-3a0c5b1e2d10",
  created_at: "2026-05-12T06:01:22.000Z",
};
