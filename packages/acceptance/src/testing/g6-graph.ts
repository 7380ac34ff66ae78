import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import * as z from "zod";

const id = z.uuid();

const metadata = z.strictObject({
  full_path: z.string().min(1),
  connected_org_id: id,
  archived: z.boolean(),
  main_type: z.string().optional(),
  last_scanned_at: z.iso.datetime().nullable(),
  owner: z.strictObject({ names: z.array(z.string()).min(1), source: z.string() }).optional(),
});

const reach = z.strictObject({ confidence: z.number().min(0).max(1), hops: z.int().min(0) });

const rootedMetadata = metadata.extend({
  ...reach.shape,
  upstream: reach.nullable(),
  downstream: reach.nullable(),
  affected_by_hops: z.array(z.int().min(0)).optional(),
  affected: z
    .strictObject({
      hops: z.int().min(1),
      clock: z.enum(CLOCKS),
      conditional: z.boolean(),
      clock_repository_id: id.optional(),
      onward: z
        .strictObject({
          repositories: z.int().min(0),
          next_run: z.int().min(0),
          may_next_run: z.int().min(0),
          dependents: z.int().min(0),
        })
        .optional(),
    })
    .optional(),
});

const G6Edge = z.strictObject({
  id,
  source: id,
  target: id,
  dependency_type: z.string().min(1),
  version_constraint: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  role: z.enum(ROLES),
  clock: z.enum(CLOCKS),
  affected: z.boolean().optional(),
});

/**
 * The graph format of the specification, which AntV G6 5 loads as `GraphData`. G6 requires string IDs that are unique across
 * nodes and edges, and edges whose endpoints exist. It reserves the keys `data`, `style`, `states`, `combo` and `children`,
 * none of which appear here, and keeps unknown keys. https://g6.antv.antgroup.com/en/manual/data
 */
export const G6Graph = z
  .strictObject({
    nodes: z.array(
      z.strictObject({
        id,
        label: z.string().min(1),
        type: z.literal("repository"),
        metadata: z.union([metadata, rootedMetadata]),
      }),
    ),
    edges: z.array(G6Edge),
    applied_min_confidence: z.number().min(0).max(1).nullable(),
  })
  .superRefine(({ nodes, edges }, context) => {
    const ids = [...nodes, ...edges].map((element) => element.id);
    const duplicates = ids.filter((element, at) => ids.indexOf(element) !== at);
    const nodeIds = new Set(nodes.map((node) => node.id));
    const dangling = edges.filter(({ source, target }) => !nodeIds.has(source) || !nodeIds.has(target));
    for (const duplicate of duplicates) context.addIssue(`Duplicate ID ${duplicate}`);
    for (const edge of dangling) context.addIssue(`Edge ${edge.id} has an endpoint that is not a node`);
  });
