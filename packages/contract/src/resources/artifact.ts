import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { count, instant, uuid } from "./fields.ts";
import { RepositoryReference } from "./repository-reference.ts";

export const Artifact = z
  .object({
    id: uuid,
    connected_org_id: uuid,
    artifact_type: z.enum(ARTIFACT_TYPES),
    name: z.string(),
    version: z.string().nullable(),
    registry_url: z.string().nullable(),
    source_repository_id: uuid.nullable(),
    created_at: instant,
    updated_at: instant,
    consumer_count: count,
    is_first_party: z.boolean(),
    is_orphan: z.boolean(),
    source_repository: RepositoryReference.nullable(),
  })
  .meta({ id: "Artifact" });
export type Artifact = z.infer<typeof Artifact>;

const ArtifactConsumer = z
  .object({
    repository: RepositoryReference,
    is_latest: z.boolean(),
    source_file: z.string(),
    source_line: z.int().nullable(),
    version_constraint: z.string().nullable(),
    import_count: z.int().min(1),
    version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
  })
  .meta({ id: "ArtifactConsumer" });

export const ArtifactConsumers = z
  .object({
    artifact: Artifact,
    consumers: z.array(ArtifactConsumer),
    consumers_on_latest: count,
    consumers_lagging: count,
    latest_version: z.string().nullable(),
    total_consumers: count,
    state_breakdown: z.record(z.enum(VERSION_CONSTRAINT_STATES), count),
  })
  .meta({ id: "ArtifactConsumers" });

export const ArtifactVersion = z
  .object({
    version: z.string(),
    consumer_count: count,
    is_latest: z.boolean(),
    published_at: instant.nullable(),
  })
  .meta({ id: "ArtifactVersion" });
