import type { z } from "zod";
import type { WorkspaceExport } from "../resources/workspace-export.ts";
import { apiKey, auditEvent, invitation, member, workspace } from "./access.ts";
import { artifact, dependency, graph } from "./dependencies.ts";
import { ORG_ID, PRODUCER_ID } from "./ids.ts";
import { connectedOrg, repository, scan } from "./organisation.ts";
import { ownership } from "./ownership.ts";

const { consumer_count, is_first_party, is_orphan, source_repository, ...exportedArtifact } = artifact;
const { target_repository, ...exportedDependency } = dependency;
const { departed_share, ...exportedOwnership } = ownership;

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
  edges: graph.edges,
  ownership: [{ ...exportedOwnership, repository_id: PRODUCER_ID }],
  subscription: null,
  cancellation_records: [],
  audit_events: [auditEvent],
};
