import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { EVIDENCE_CLASSES, UNRESOLVED_REASONS } from "../vocabulary/evidence.ts";
import { ROLES } from "../vocabulary/role.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { Artifact } from "./artifact.ts";
import { confidence, count, instant, uuid, LineOwner, Locked, RepositoryReference } from "./fields.ts";
import { OwnershipSummary } from "./ownership.ts";
import { Scan } from "./scan.ts";
import { Unnamed } from "./unnamed.ts";

export const Repository = z
  .object({
    id: uuid,
    connected_org_id: uuid,
    name: z.string(),
    full_path: z.string().meta({ description: "Path within the host, such as `acme/base-image`." }),
    clone_url: z.string(),
    platform_id: z.string().meta({ description: "The host's ID of the repository." }),
    default_branch: z.string().nullable(),
    archived: z.boolean(),
    is_fork: z.boolean(),
    last_activity_at: instant.nullable(),
    last_commit_sha: z.string().nullable(),
    last_scanned_at: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: "Repository" });
export type Repository = z.infer<typeof Repository>;

const RepositoryFigures = z
  .object({
    dependent_repositories_total: count.meta({
      description: "Number of distinct repositories that use it with confidence 0.4 or above.",
    }),
    dependency_repositories_total: count.meta({
      description: "Number of distinct repositories that it uses with confidence 0.4 or above.",
    }),
    next_run_repositories_total: count.meta({
      description:
        "Number of dependents whose next build or run takes a new release, as in the impact of the repository: `next_run` among its direct dependents. Excludes mentions, and archived repositories, where nothing runs.",
    }),
    may_next_run_repositories_total: count.meta({
      description:
        "Of these, the number for which the new version or the changed file decides it: their ranges and tags, such as `^1.2` and `v4`, take some releases only, or they fetch one file.",
    }),
    main_dependency_type: z.enum(ARTIFACT_TYPES).nullable().meta({
      description:
        "The most frequent type of its dependents' declarations. Without dependents, that of its declarations.",
    }),
    owner: LineOwner.nullable().meta({
      description: "Owner of most of its declarations, or else its main author. Null if unknown.",
    }),
    bus_factor: count.nullable().meta({ description: "Null if the ownership of the repository is unknown." }),
  })
  .meta({ id: "RepositoryFigures" });

export const ListedRepository = Repository.extend({
  figures: RepositoryFigures.optional().meta({ description: "Only with `include=figures`." }),
}).meta({ id: "ListedRepository" });
export type ListedRepository = z.infer<typeof ListedRepository>;

const DeclarationRow = z.object({
  id: uuid,
  source_repository_id: uuid.meta({ description: "ID of the requested repository." }),
  artifact_id: uuid.nullable(),
  dependency_type: z.enum(ARTIFACT_TYPES),
  version_constraint: z.string().nullable(),
  version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
  source_file: z.string(),
  source_line: z.int(),
  raw_reference: z.string().meta({ description: "Reference as written in the file." }),
  confidence,
  role: z.enum(ROLES),
  scope: z.string().nullable().meta({
    description:
      "What is built from the declaring file: an artifact as `type:name`, or `unit:ecosystem:place`. Null if a change ends here.",
  }),
  locked: Locked.nullable(),
  evidence: z.object({ class: z.enum(EVIDENCE_CLASSES), rule: z.string() }),
  owner: LineOwner.nullable().meta({ description: "Owner of the declaring line. Null if unknown." }),
});

/** A declaration in another repository that uses the requested repository. */
export const Dependent = DeclarationRow.extend({
  target_repository_id: uuid.meta({ description: "ID of the consuming repository." }),
  target_repository: RepositoryReference,
}).meta({ id: "Dependent" });
export type Dependent = z.infer<typeof Dependent>;

/** A declaration of the requested repository, resolved or not. */
export const Dependency = DeclarationRow.extend({
  target_repository_id: uuid
    .nullable()
    .meta({ description: "ID of the producing repository. Null without a known producer." }),
  target_repository: RepositoryReference.nullable(),
  reason: z.enum(UNRESOLVED_REASONS).nullable().meta({
    description:
      "`no_producer`, `unbound` (a variable has no value) and `external` (names nothing of the workspace's organizations) if there is no known producer. `ambiguous` if several repositories announce the name.",
  }),
}).meta({ id: "Dependency" });
export type Dependency = z.infer<typeof Dependency>;

/** A dependencies row without a producer. */
export const UnresolvedDeclaration = Dependency.extend({
  source_repository: RepositoryReference,
  target_repository_id: z.null(),
  target_repository: z.null(),
}).meta({ id: "UnresolvedDeclaration" });
export type UnresolvedDeclaration = z.infer<typeof UnresolvedDeclaration>;

/** Something in a repository that a scan could not read. */
export const RepositoryProblem = z
  .object({
    repository: RepositoryReference,
    file: z.string().nullable().meta({ description: "File or directory. Null for the whole repository." }),
    line: z.int().nullable(),
    code: z.string().meta({ examples: ["invalid_syntax", "truncated"] }),
    message: z.string(),
  })
  .meta({ id: "RepositoryProblem" });
export type RepositoryProblem = z.infer<typeof RepositoryProblem>;

export const RepositoryContext = z
  .object({
    repository: Repository,
    dependencies: z.array(Dependency).max(100),
    dependencies_total: count.meta({ description: "Number of declarations." }),
    dependency_names_total: count.meta({
      description:
        "Number of distinct repositories that the declarations resolve to and, without a producer, of artifacts that they name.",
    }),
    dependents: z.array(Dependent).max(100),
    dependents_total: count.meta({
      description:
        "Number of declarations that use this repository, without those of repositories that are not named.",
    }),
    dependent_repositories_total: count.meta({
      description: "Number of distinct repositories that use this repository, named or not.",
    }),
    unnamed_dependents: Unnamed.optional(),
    artifacts: z.array(Artifact),
    ownership: OwnershipSummary.nullable(),
    last_scan: Scan.nullable(),
  })
  .meta({ id: "RepositoryContext" });
