import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import * as z from "zod";

export const DIRECTIONS = ["dependents", "dependencies"] as const;
export type Direction = (typeof DIRECTIONS)[number];

const id = z.uuid().optional().catch(undefined);

/** Search parameters of the graph page. */
export const GraphSearch = z.object({
  connected_org_id: id,
  /** Defaults to the repository with the most dependents. */
  root: id,
  /** Shows the whole organization instead of a root's surroundings. */
  whole: z.boolean().optional().catch(undefined),
  /** Only dependents or only dependencies of the root. */
  direction: z.enum(DIRECTIONS).optional().catch(undefined),
  depth: z.int().min(1).max(10).optional().catch(undefined),
  min_confidence: z.number().min(0).max(1).optional().catch(undefined),
  /** Only dependencies of this type. */
  type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
  archived: z.enum(["no"]).optional().catch(undefined),
  node: id,
  /** Shows a table of repositories or dependencies instead of the drawing. */
  view: z.enum(["table", "uses"]).optional().catch(undefined),
});
export type GraphSearch = z.infer<typeof GraphSearch>;

/** Same as the API's defaults. */
export const DEFAULTS = { depth: 2, min_confidence: 0.4 } as const;
