import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CLOCKS } from "../vocabulary/clock.ts";
import { VERSION_CONSTRAINT_STATES } from "../vocabulary/version-constraint-state.ts";
import { ROLES } from "../vocabulary/role.ts";
import { confidence, count, instant, LineOwner, Onward, uuid } from "./fields.ts";
import { Unnamed } from "./unnamed.ts";

const Reach = z.object({ confidence, hops: count });

const GraphNode = z.object({
  id: uuid,
  label: z.string(),
  type: z.literal("repository"),
  metadata: z.object({
    full_path: z.string(),
    connected_org_id: uuid,
    archived: z.boolean(),
    main_type: z.enum(ARTIFACT_TYPES).optional().meta({
      description:
        "Most frequent type of what its dependents in the workspace declare of it. Without dependents, the one of what it declares. Absent without either, and unless requested.",
    }),
    shares_name: z.literal(true).optional().meta({
      description:
        "Another repository of the workspace has the same name, for example in another organization. Only with a root.",
    }),
    last_scanned_at: instant.nullable(),
    confidence: confidence.optional().meta({
      description: "Greater of the upstream and downstream confidence. Only with a root.",
    }),
    hops: count.optional().meta({ description: "Hops from the root. Only with a root." }),
    upstream: Reach.nullable().optional().meta({
      description: "Reach as a dependency of the root, or null. Only with a root.",
    }),
    downstream: Reach.nullable().optional().meta({
      description: "Reach as a dependent of the root, or null. Only with a root.",
    }),
    affected: z
      .object({
        hops: count,
        clock: z.enum(CLOCKS),
        conditional: z.boolean().meta({
          description:
            "Whether a version or a file decides if it gets there on the next run, as in an impact.",
        }),
        clock_repository_id: uuid.optional().meta({
          description:
            "Repository whose declaration decides the clock, as in an impact. Absent if it is its own, and if that repository is hidden.",
        }),
        clock_evidence: z
          .object({
            version_constraint: z.string(),
            version_constraint_state: z.enum(VERSION_CONSTRAINT_STATES),
            target_file: z.string().optional().meta({
              description:
                "Path of the only file that it fetches, so that no other change of the repository arrives. Absent if it takes more.",
            }),
          })
          .optional()
          .meta({
            description:
              "Version of the declaration that decides the clock. Absent with the clocks `bump` and `unknown`, without a version, and if its repository is hidden.",
          }),
        onward: Onward.optional().meta({
          description:
            "Repositories that get the change through it within 3 hops of the root, as in an impact. Absent unless requested.",
        }),
      })
      .optional()
      .meta({
        description:
          "When a change of the root gets there through what is built from what, as in an impact. Absent if it does not, and unless requested.",
      }),
    affected_by_hops: z.array(count).optional().meta({
      description:
        "Numbers of repositories that a change of the root affects at one hop, at two and at three, as in an impact. Only of the root, and only with `include=onward`. Repositories that may not be named are left out.",
    }),
    owner: LineOwner.optional().meta({
      description:
        "Owner of most of its declarations, or else its main author. Absent if unknown, and unless requested.",
    }),
  }),
});

export const GraphEdge = z.object({
  id: uuid,
  source: uuid.meta({ description: "ID of the consuming repository." }),
  target: uuid.meta({ description: "ID of the producing repository." }),
  dependency_type: z.enum(ARTIFACT_TYPES),
  version_constraint: z.string().nullable(),
  confidence,
});

/** The AntV G6 data format. */
export const DependencyGraph = z
  .object({
    nodes: z.array(GraphNode),
    edges: z.array(
      GraphEdge.extend({
        role: z.enum(ROLES).meta({ description: "Strongest role of the declarations." }),
        clock: z.enum(CLOCKS).meta({
          description: "When the fastest declaration gets the latest known release, as in an impact.",
        }),
        one_file: z.literal(true).optional().meta({
          description:
            "The declarations at that clock fetch one file each, so that no other change of the repository arrives. Absent if not.",
        }),
        affected: z.boolean().optional().meta({
          description:
            "Whether a change of the root reaches the consumer through it, as in an impact. Absent unless requested with a root.",
        }),
      }),
    ),
    unnamed: Unnamed.optional(),
    applied_min_confidence: confidence.nullable().meta({ description: "Null without a root." }),
  })
  .meta({ id: "DependencyGraph" });
export type DependencyGraph = z.infer<typeof DependencyGraph>;
