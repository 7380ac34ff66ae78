import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { SCAN_STATUSES } from "../vocabulary/scan.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { confidence, count, instant, uuid } from "./fields.ts";
import { OwnershipSummary } from "./ownership.ts";
import { RepositoryReference } from "./repository-reference.ts";

/** When a change reaches a consumer: at its next run, at its next update, when somebody bumps it, or nobody can tell. */
export const ADOPTIONS = ["immediate", "on_update", "pinned", "unknown"] as const;
export type Adoption = (typeof ADOPTIONS)[number];

const PathStep = z.object({
  source: RepositoryReference,
  target: RepositoryReference,
  dependency_type: z.enum(ARTIFACT_TYPES),
  confidence,
});

const ImpactEvidence = z.object({
  source_file: z.string(),
  source_line: z.int(),
  raw_reference: z.string(),
  version_constraint: z.string().nullable(),
  version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
});

const AdoptionDecision = z
  .object({
    path: z.array(PathStep).meta({ description: "From the root outward." }),
    repository: RepositoryReference.meta({ description: "Of that path the one whose declarations decide." }),
    evidence: z.array(ImpactEvidence),
  })
  .meta({
    description:
      "What decides `adoption`: another path, or a repository on the way. Null where `evidence` shows it already.",
  });

const AffectedRepository = z.object({
  repository: RepositoryReference,
  hops: z.int().min(1),
  confidence,
  path: z
    .array(PathStep)
    .meta({ description: "The strongest, from the root outward; its last edge is this repository's own." }),
  evidence: z.array(ImpactEvidence).meta({ description: "The declarations of that last edge." }),
  adoption: z.enum(ADOPTIONS),
  adoption_decision: AdoptionDecision.nullable(),
  wave: z.int().min(1),
  cycle_group: z.int().min(1).nullable(),
  ownership: OwnershipSummary.nullable(),
});

export const Impact = z
  .object({
    root: RepositoryReference,
    scan: z.object({
      id: uuid.nullable(),
      status: z.enum(SCAN_STATUSES).nullable(),
      completed_at: instant.nullable(),
      failed_repos: count,
    }),
    complete: z.boolean().meta({ description: "False while the graph may lack edges." }),
    applied_min_confidence: confidence,
    max_depth: z.int(),
    summary: z.object({
      direct: count,
      transitive: count,
      by_dependency_type: z.partialRecord(z.enum(ARTIFACT_TYPES), count),
      by_confidence_band: z.object({ high: count, medium: count, low: count, mention: count }),
      by_adoption: z.record(z.enum(ADOPTIONS), count),
    }),
    affected: z.array(AffectedRepository),
    waves: z.array(z.array(uuid)),
    choke_points: z.array(z.object({ repository: RepositoryReference, dominates: z.int().min(1) })),
    unresolved: z.object({ failed_repositories: count, below_floor: count }),
  })
  .meta({ id: "Impact" });
export type Impact = z.infer<typeof Impact>;
