import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import * as z from "zod";

export const DIRECTIONS = ["dependents", "dependencies"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const id = z.uuid().optional().catch(undefined);

/** What of the graph is shown, and which repository's reasons. */
export const GraphSearch = z.object({
  connected_org_id: id,
  /** Without it, what most depend on. */
  root: id,
  /** All of the org instead of what is around a root. */
  whole: z.boolean().optional().catch(undefined),
  /** Only whom a change of the root hits, or only what the root rests on. */
  direction: z.enum(DIRECTIONS).optional().catch(undefined),
  depth: z.int().min(1).max(10).optional().catch(undefined),
  min_confidence: z.number().min(0).max(1).optional().catch(undefined),
  /** Only uses of this kind. */
  type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
  archived: z.enum(["no"]).optional().catch(undefined),
  node: id,
  /** Repositories or uses to be read, instead of the drawing. */
  view: z.enum(["table", "uses"]).optional().catch(undefined),
});
export type GraphSearch = z.infer<typeof GraphSearch>;

/** What the API assumes, too. */
export const USUAL = { depth: 2, min_confidence: 0.4 } as const;
