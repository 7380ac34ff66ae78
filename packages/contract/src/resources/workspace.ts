import * as z from "zod";
import type { FEATURES } from "../vocabulary/billing.ts";
import { NAMING_RULES, NAMING_SCOPES } from "../vocabulary/check.ts";
import { ROLES } from "../vocabulary/scan.ts";
import { ConnectedOrgStats } from "./connected-org.ts";
import { count, instant, shownName, uuid } from "./fields.ts";

export const Workspace = z
  .object({
    id: uuid,
    name: z.string(),
    slug: z.string(),
    plan: z.string(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: "Workspace" });
export type Workspace = z.infer<typeof Workspace>;

export const NewWorkspace = z.strictObject({ name: shownName }).meta({ id: "NewWorkspace" });

export const WorkspaceUpdate = z
  .strictObject({
    name: shownName.optional(),
    regenerate_slug: z.boolean().default(false).meta({
      description:
        "Whether to regenerate the slug from the new name. The former slug keeps redirecting to the workspace.",
    }),
  })
  .meta({ id: "WorkspaceUpdate" });

export const WorkspaceSettings = z
  .object({
    naming_rule: z.enum(NAMING_RULES).meta({
      description:
        "Which repositories are named outside the application. `all`: every repository. `same_visibility`: those that are at least as visible as the repository of the text. `counts`: none.",
    }),
    naming_scope: z.enum(NAMING_SCOPES).meta({
      description:
        "Where the naming rule applies. `pull_requests`: to comments, reports and pipelines. `answers`: also to answers about a repository for API keys and agents, and to CSV exports of them.",
    }),
    mentions_owners: z.boolean().meta({
      description: "Whether comments mention owners, such as `@acme/team`, which notifies them.",
    }),
  })
  .meta({ id: "WorkspaceSettings" });
export type WorkspaceSettings = z.infer<typeof WorkspaceSettings>;

export const WorkspaceSettingsUpdate = z
  .strictObject(WorkspaceSettings.partial().shape)
  .meta({ id: "WorkspaceSettingsUpdate" });

export const Member = z
  .object({
    user_id: uuid,
    email: z.string(),
    full_name: z.string(),
    avatar_url: z.string().nullable(),
    role: z.enum(ROLES),
    joined_at: instant,
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

/** The roles that can be granted. A workspace transfer makes a member the Owner. */
export const GRANTED_ROLES = ["admin", "member", "viewer"] as const;

export const Invitation = z
  .object({
    id: uuid,
    email: z.string(),
    role: z.enum(GRANTED_ROLES),
    invited_by: uuid,
    created_at: instant,
    expires_at: instant,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

export const NewInvitation = z
  .strictObject({ email: z.email().max(254).toLowerCase(), role: z.enum(GRANTED_ROLES) })
  .meta({ id: "NewInvitation" });

export const ApiKey = z
  .object({
    id: uuid,
    name: z.string(),
    prefix: z.string().meta({ description: "`svc_live_` and the key's public ID." }),
    created_by: uuid.nullable(),
    created_at: instant,
    last_used_at: instant.nullable(),
    revoked_at: instant.nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: "The API key. Returned only in this response." }),
}).meta({ id: "CreatedApiKey" });

export const actor = z.object({
  type: z.enum(["key", "user", "system"]),
  id: z.string().nullable().meta({ description: "ID of the API key or user. Null for the system." }),
});

/** Resource types in audit actions: the part before the dot. */
export const AUDIT_AREAS = [
  "api_key",
  "check",
  "connected_org",
  "github_installation",
  "invitation",
  "mcp",
  "member",
  "person_correction",
  "scan",
  "subscription",
  "workspace",
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

export const AuditEvent = z
  .object({
    id: uuid,
    workspace_id: uuid,
    actor,
    action: z.string().meta({ examples: ["connected_org.created"] }),
    target: z.object({ type: z.string(), id: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string(),
    created_at: instant,
  })
  .meta({ id: "AuditEvent" });
export type AuditEvent = z.infer<typeof AuditEvent>;

export const Entitlements = z
  .object({
    plan: z.string(),
    features: z.object({
      scheduled_scans: z.boolean(),
      continuous_scans: z.boolean(),
      api_production: z.boolean(),
      artifact_dashboard: z.boolean(),
      multi_org: z.boolean(),
    } satisfies Record<(typeof FEATURES)[number], z.ZodBoolean>),
    seat_count: count,
    seat_limit: count.nullable().meta({ description: "Null means unlimited." }),
    billing_enforced: z.boolean().meta({ description: "If false, every feature is true." }),
  })
  .meta({ id: "Entitlements" });

export const WorkspaceStats = ConnectedOrgStats.meta({ id: "WorkspaceStats" });
