import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { confidence, count, instant, uuid } from "./fields.ts";

const Reach = z.object({ confidence, hops: count });

const GraphNode = z.object({
  id: uuid,
  label: z.string(),
  type: z.literal("repository"),
  metadata: z.object({
    full_path: z.string(),
    connected_org_id: uuid,
    archived: z.boolean(),
    last_scanned_at: instant.nullable(),
    /** With a root only: the greater of the two directions. */
    confidence: confidence.optional(),
    hops: count.optional(),
    upstream: Reach.nullable().optional(),
    downstream: Reach.nullable().optional(),
  }),
});

export const GraphEdge = z.object({
  id: uuid,
  source: uuid.meta({ description: "The consumer." }),
  target: uuid.meta({ description: "The producer." }),
  dependency_type: z.enum(ARTIFACT_TYPES),
  version_constraint: z.string().nullable(),
  confidence,
});

/** Loads into AntV G6 as it is. */
export const DependencyGraph = z
  .object({
    nodes: z.array(GraphNode),
    edges: z.array(GraphEdge),
    applied_min_confidence: confidence.nullable(),
  })
  .meta({ id: "DependencyGraph" });
export type DependencyGraph = z.infer<typeof DependencyGraph>;
