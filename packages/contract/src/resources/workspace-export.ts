import * as z from "zod";
import { Artifact } from "./artifact.ts";
import { BillingStatus, CancellationRecord } from "./billing.ts";
import { ConnectedOrg } from "./connected-org.ts";
import { instant, uuid } from "./fields.ts";
import { GraphEdge } from "./graph.ts";
import { Ownership } from "./ownership.ts";
import { Dependency, Repository } from "./repository.ts";
import { Scan } from "./scan.ts";
import { ApiKey, AuditEvent, Invitation, Member, Workspace } from "./workspace.ts";

/**
 * The export's allow-list, in the order of the file: fields missing from these schemas, such as secrets, are not exported.
 * Changes to the format must raise `format_version`.
 */
export const WorkspaceExport = z
  .object({
    format_version: z.literal(1),
    exported_at: instant,
    workspace: Workspace,
    members: z.array(Member),
    invitations: z.array(
      Invitation.extend({ accepted_at: instant.nullable(), revoked_at: instant.nullable() }),
    ),
    api_keys: z.array(ApiKey),
    connected_orgs: z.array(ConnectedOrg),
    repositories: z.array(Repository),
    scans: z.array(Scan),
    artifacts: z.array(
      Artifact.omit({
        consumer_count: true,
        mentioning_count: true,
        is_first_party: true,
        is_orphan: true,
        source_repository: true,
      }).extend({ versions: z.array(z.string()) }),
    ),
    dependencies: z.array(
      Dependency.omit({ target_repository: true, owner: true }).extend({ connected_org_id: uuid }),
    ),
    edges: z.array(GraphEdge),
    ownership: z.array(Ownership.omit({ departed_share: true }).extend({ repository_id: uuid })),
    subscription: BillingStatus.omit({ payments_enabled: true })
      .extend({
        external_subscription_id: z.string(),
        plan: z
          .string()
          .nullable()
          .meta({ description: "Purchased plan. Null if the price belongs to no plan." }),
        created_at: instant,
      })
      .nullable(),
    cancellation_records: z.array(CancellationRecord),
    audit_events: z.array(AuditEvent),
  })
  .meta({ id: "WorkspaceExport" });
