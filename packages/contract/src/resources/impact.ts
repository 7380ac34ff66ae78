import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { SCAN_STATUSES } from "../vocabulary/scan.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { confidence, count, instant, uuid, RepositoryReference } from "./fields.ts";
import { OwnershipSummary } from "./ownership.ts";

/** When a consumer adopts a change: at its next run, at its next update, or after someone updates its pinned version. */
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
    path: z.array(PathStep).meta({ description: "Path from the root." }),
    repository: RepositoryReference.meta({
      description: "Repository on the path whose declarations decide.",
    }),
    evidence: z.array(ImpactEvidence),
  })
  .meta({
    description: "The path and declarations that decide `adoption`. Null if `evidence` decides it.",
  });

const AffectedRepository = z.object({
  repository: RepositoryReference,
  hops: z.int().min(1),
  confidence,
  path: z
    .array(PathStep)
    .meta({ description: "Strongest path from the root. The last edge ends in this repository." }),
  evidence: z.array(ImpactEvidence).meta({ description: "Declarations behind the last edge of `path`." }),
  adoption: z.enum(ADOPTIONS).meta({
    description:
      "When the repository adopts the change: at its next run, at its next dependency update, or after its pinned version is changed.",
  }),
  adoption_decision: AdoptionDecision.nullable(),
  wave: z.int().min(1).meta({ description: "Rollout wave." }),
  cycle_group: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: "Number shared by repositories that depend on each other in a cycle." }),
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
    complete: z.boolean().meta({ description: "False if the graph may lack edges." }),
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
    waves: z.array(z.array(uuid)).meta({ description: "Repository IDs by rollout wave." }),
    choke_points: z.array(
      z.object({
        repository: RepositoryReference,
        dominates: z
          .int()
          .min(1)
          .meta({ description: "Number of affected repositories reached only through this one." }),
      }),
    ),
    unresolved: z.object({ failed_repositories: count, below_floor: count }),
  })
  .meta({ id: "Impact" });
export type Impact = z.infer<typeof Impact>;
