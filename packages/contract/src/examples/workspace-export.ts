import type { z } from "zod";
import type { WorkspaceExport } from "../resources/workspace-export.ts";
import { apiKey, auditEvent, invitation, member, workspace } from "./access.ts";
import { billingStatus, cancellationRecord } from "./billing.ts";
import { artifact, dependency, graph } from "./dependencies.ts";
import { ORG_ID, PRODUCER_ID } from "./ids.ts";
import { connectedOrg, repository, scan } from "./organization.ts";
import { ownership } from "./ownership.ts";

const {
  consumer_count,
  mentioning_count,
  is_first_party,
  is_orphan,
  source_repository,
  ...exportedArtifact
} = artifact;
const { target_repository, owner, ...exportedDependency } = dependency;
const { departed_share, ...exportedOwnership } = ownership;
const { payments_enabled, ...exportedSubscription } = billingStatus;

export const workspaceExport: z.infer<typeof WorkspaceExport> = {
  format_version: 1,
  exported_at: "2026-05-12T07:00:00.000Z",
  workspace,
  members: [member],
  invitations: [{ ...invitation, accepted_at: null, revoked_at: null }],
  api_keys: [apiKey],
  connected_orgs: [connectedOrg],
  repositories: [repository],
  scans: [scan],
  artifacts: [{ ...exportedArtifact, versions: ["1.5.1", "2.0.0"] }],
  dependencies: [{ ...exportedDependency, connected_org_id: ORG_ID }],
  edges: graph.edges.map(({ role: _role, clock: _clock, ...edge }) => edge),
  ownership: [{ ...exportedOwnership, repository_id: PRODUCER_ID }],
  subscription: {
    ...exportedSubscription,
    external_subscription_id: cancellationRecord.external_subscription_id,
    created_at: "2026-03-02T09:14:00.000Z",
  },
  cancellation_records: [cancellationRecord],
  audit_events: [auditEvent],
};
