import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { STANDINGS } from "../vocabulary/standing.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { count, instant, uuid, RepositoryReference } from "./fields.ts";
import { Unnamed } from "./unnamed.ts";

export const Artifact = z
  .object({
    id: uuid,
    connected_org_id: uuid,
    artifact_type: z.enum(ARTIFACT_TYPES),
    name: z.string(),
    version: z.string().nullable().meta({ description: "Latest known version." }),
    registry_url: z.string().nullable(),
    source_repository_id: uuid.nullable().meta({ description: "ID of the producing repository." }),
    created_at: instant,
    updated_at: instant,
    consumer_count: count.meta({ description: "Number of distinct consuming repositories." }),
    dependent_count: count.meta({
      description:
        "Number of consuming repositories that depend on it. The others only mention it, such as in documentation.",
    }),
    is_first_party: z.boolean().meta({ description: "Whether a repository of the workspace produces it." }),
    is_orphan: z.boolean().meta({ description: "Whether it is first-party and has no consumers." }),
    source_repository: RepositoryReference.nullable(),
  })
  .meta({ id: "Artifact" });
export type Artifact = z.infer<typeof Artifact>;

export const ListedArtifact = Artifact.extend({
  last_activity_at: instant.nullable().optional().meta({
    description: "Last activity of the producing repository. Null if unknown. Only with `include=activity`.",
  }),
}).meta({ id: "ListedArtifact" });
export type ListedArtifact = z.infer<typeof ListedArtifact>;

const ArtifactConsumer = z
  .object({
    repository: RepositoryReference,
    is_latest: z.boolean().meta({ description: "Whether this use is on the latest version." }),
    standing: z.enum(STANDINGS).meta({
      description:
        "`latest`, `lagging` or `ahead` of the latest version; `unknown` for constraints that follow a tag or cannot be compared.",
    }),
    source_file: z.string(),
    source_line: z.int().nullable(),
    version_constraint: z.string().nullable().meta({ description: "Version as written in the file." }),
    import_count: z
      .int()
      .min(1)
      .meta({ description: "Number of declarations with this file and version constraint." }),
    version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
  })
  .meta({ id: "ArtifactConsumer" });

export const ArtifactConsumers = z
  .object({
    artifact: Artifact,
    consumers: z.array(ArtifactConsumer),
    unnamed: Unnamed.optional(),
    consumers_on_latest: count.meta({ description: "Number of repositories on the latest version." }),
    consumers_lagging: count.meta({ description: "Number of repositories behind the latest version." }),
    latest_version: z.string().nullable(),
    total_consumers: count.meta({ description: "Number of distinct consuming repositories." }),
    state_breakdown: z
      .record(z.enum(VERSION_CONSTRAINT_STATES), count)
      .meta({ description: "Number of consumer entries by version constraint state." }),
  })
  .meta({ id: "ArtifactConsumers" });

export const ArtifactVersion = z
  .object({
    version: z.string(),
    consumer_count: count.meta({ description: "Number of distinct consuming repositories." }),
    is_latest: z.boolean(),
    published_at: instant.nullable(),
  })
  .meta({ id: "ArtifactVersion" });
