import * as z from "zod";
import type { FEATURES } from "../vocabulary/plan.ts";
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
      description: "Makes the slug anew from the name; the former one keeps leading to the workspace.",
    }),
  })
  .meta({ id: "WorkspaceUpdate" });

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

/** Owner is granted by transfer only. */
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

export const NewInvitation = z
  .strictObject({ email: z.email().max(254).toLowerCase(), role: z.enum(GRANTED_ROLES) })
  .meta({ id: "NewInvitation" });

export const ApiKey = z
  .object({
    id: uuid,
    name: z.string(),
    prefix: z.string(),
    created_by: uuid.nullable(),
    created_at: instant,
    last_used_at: instant.nullable(),
    revoked_at: instant.nullable(),
  })
  .meta({ id: "ApiKey" });

export const CreatedApiKey = ApiKey.extend({
  key: z.string().meta({ description: "The key itself, in this answer only." }),
}).meta({ id: "CreatedApiKey" });

export const AuditEvent = z
  .object({
    id: uuid,
    workspace_id: uuid,
    actor: z.object({ type: z.enum(["key", "user", "system"]), id: z.string().nullable() }),
    action: z.string().meta({ examples: ["connected_org.created"] }),
    target: z.object({ type: z.string(), id: z.string() }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string(),
    created_at: instant,
  })
  .meta({ id: "AuditEvent" });

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
    seat_limit: count.nullable(),
    billing_enforced: z.boolean(),
  })
  .meta({ id: "Entitlements" });

/** The sum of its orgs' statistics; the last scan is the last of any. */
export const WorkspaceStats = ConnectedOrgStats.meta({ id: "WorkspaceStats" });
