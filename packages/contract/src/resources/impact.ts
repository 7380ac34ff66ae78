import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CLOCKS } from "../vocabulary/clock.ts";
import { ROLES } from "../vocabulary/role.ts";
import { SCAN_STATUSES } from "../vocabulary/scan.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import {
  confidence,
  count,
  instant,
  uuid,
  LineOwner,
  Onward,
  Locked,
  RepositoryReference,
} from "./fields.ts";
import { OwnershipSummary } from "./ownership.ts";
import { UnnamedAffected } from "./unnamed.ts";

const PublishedArtifact = z.object({ artifact_type: z.enum(ARTIFACT_TYPES), name: z.string() });

const PathStep = z.object({
  source: RepositoryReference,
  target: RepositoryReference,
  dependency_type: z.enum(ARTIFACT_TYPES),
  role: z.enum(ROLES),
  scope: PublishedArtifact.nullable().meta({
    description: "Artifact of `source` that is built from the declaration. Null if it has no published name.",
  }),
  artifact: PublishedArtifact.nullable().meta({
    description: "Artifact of `target` that is declared. Null if the declaration names only the repository.",
  }),
  confidence,
});

const ImpactEvidence = z.object({
  source_file: z.string(),
  source_line: z.int(),
  raw_reference: z.string(),
  version_constraint: z.string().nullable(),
  version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
  target_file: z.string().optional().meta({
    description:
      "Path of the only file that it fetches, so that no other change of the repository arrives. Absent if it takes more.",
  }),
  confidence,
  locked: Locked.nullable(),
  clock: z.enum(CLOCKS).meta({ description: "When this declaration gets the change." }),
  owner: LineOwner.nullable(),
});

const RoleOfUse = z.object({
  role: z.enum(ROLES),
  clock: z.enum(CLOCKS).meta({ description: "When the fastest declaration of this role gets the change." }),
  scope: PublishedArtifact.nullable().meta({
    description: "Artifact of the affected repository that is built from these declarations.",
  }),
  evidence: z.array(ImpactEvidence).meta({
    description:
      "Declarations, the deciding one first. At most 20. Excludes those that name a repository that is not named.",
  }),
  more: count.meta({ description: "Number of declarations not listed." }),
});

const AffectedRepository = z.object({
  repository: RepositoryReference,
  direct: z.boolean().meta({ description: "Whether the repository itself declares the root." }),
  hops: z.int().min(1),
  confidence: confidence.meta({ description: "Confidence of the weakest declaration on `path`." }),
  clock: z.enum(CLOCKS).meta({
    description:
      "When the repository gets the change: `next_run` without a commit, `next_update` when its lock file is refreshed, `bump` when someone edits a version.",
  }),
  conditional: z.boolean().meta({
    description:
      "Whether a version or a file decides if the repository gets the change on its next run: `clock_evidence` takes some versions only, or one file, and the request names neither. Always false for other clocks.",
  }),
  archived: z.boolean().meta({
    description:
      "Whether the repository is archived: its host runs nothing there and allows no edit, so that it gets the change only once it is unarchived.",
  }),
  clock_confidence: confidence.meta({ description: "Confidence of `clock_evidence`." }),
  clock_repository: RepositoryReference.meta({
    description: "Repository of `clock_evidence`. The affected repository if that one is not named.",
  }),
  clock_evidence: ImpactEvidence.nullable().meta({
    description:
      "Declaration that decides the clock. Null if it belongs to, or names, a repository that is not named.",
  }),
  roles: z.array(RoleOfUse).meta({ description: "Declarations by role, strongest role first." }),
  path: z.array(PathStep).meta({
    description:
      "Shortest path from the root. The last step is the repository's own declaration. Empty if a repository on it is not named.",
  }),
  wave: z.int().min(1).meta({ description: "Rollout wave." }),
  cycle_group: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: "Number shared by repositories that depend on each other in a cycle." }),
  owner: LineOwner.nullable().meta({ description: "Owner of the first declaration in `roles`." }),
  ownership: OwnershipSummary.nullable(),
  onward: Onward.optional().meta({
    description:
      "Affected repositories that a path with the fewest hops reaches through this one. Only with `include=onward`.",
  }),
});

/** Counts of direct and transitive dependents. */
const split = <T extends z.ZodType>(counts: T) => z.object({ direct: counts, transitive: counts });

export const Impact = z
  .object({
    root: RepositoryReference,
    scan: z
      .object({
        id: uuid.nullable(),
        status: z.enum(SCAN_STATUSES).nullable(),
        completed_at: instant.nullable(),
        failed_repos: count,
      })
      .meta({
        description:
          "Last scan of the root's organization. Its fields are null if no scan has produced a graph yet, or if an upgrade discarded the graph. Scan the organization, and request the impact again.",
      }),
    complete: z.boolean().meta({ description: "False if the graph may lack edges." }),
    applied_min_confidence: confidence,
    max_depth: z.int(),
    through: z.enum(["artifacts", "repositories"]),
    summary: z.object({
      direct: count,
      transitive: count,
      by_dependency_type: z.partialRecord(z.enum(ARTIFACT_TYPES), count),
      by_confidence_band: z.object({ high: count, medium: count, low: count, mention: count }),
      by_clock: split(z.record(z.enum(CLOCKS), count)),
      may_next_run: split(count).meta({
        description: "Of those on the next run, those of which a version or a file decides it.",
      }),
      archived: z
        .object({ by_clock: split(z.record(z.enum(CLOCKS), count)), may_next_run: split(count) })
        .meta({
          description: "Of the counts in `by_clock` and `may_next_run`, those of archived repositories.",
        }),
      by_role: split(z.record(z.enum(ROLES), count)).meta({
        description: "Each repository counts once, with its strongest role.",
      }),
      mentions: count.meta({
        description:
          "Number of other repositories that only mention the root: documentation, fixtures, copies.",
      }),
    }),
    affected: z.array(AffectedRepository),
    unnamed: UnnamedAffected.optional(),
    releases: z
      .array(z.object({ version: z.string(), by_clock: split(z.record(z.enum(CLOCKS), count)) }))
      .optional()
      .meta({
        description:
          "A release per version range of uses of the root, with the counts of `summary` for that version, most on the next run first. At most 8. Only with `include=releases`, and without `version`.",
      }),
    waves: z.array(z.array(uuid)).meta({
      description: "Repository IDs by rollout wave, without those that are not named.",
    }),
    choke_points: z.array(
      z.object({
        repository: RepositoryReference,
        dominates: z
          .int()
          .min(1)
          .meta({ description: "Number of affected repositories reached only through this one." }),
      }),
    ),
    unresolved: z.object({
      failed_repositories: count,
      below_floor: count,
      paths: z.array(z.string()).meta({
        description: "Paths of the request that no artifact is built from and no declaration names.",
      }),
    }),
  })
  .meta({ id: "Impact" });
export type Impact = z.infer<typeof Impact>;
