import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { CLOCKS } from "../vocabulary/clock.ts";
import { EFFECTS, MEMBER_KINDS } from "../vocabulary/interface.ts";
import { ROLES } from "../vocabulary/role.ts";
import { confidence, count, instant, RepositoryReference } from "./fields.ts";

const Artifact = z.object({ artifact_type: z.enum(ARTIFACT_TYPES), name: z.string() });

const line = z.int().min(1);
const Place = z.object({ file: z.string(), line });

export const CHECK_CHANGES = ["artifact_removed", "removed", "renamed", "required"] as const;

/** The line of a consumer, and the declaration that it belongs to. */
const CheckUse = Place.extend({
  declaration: Place.meta({ description: "Line that declares the artifact." }),
  version_constraint: z.string().nullable(),
  role: z.enum(ROLES),
});

const Owner = z.string().nullable().meta({
  description: "Owner of the consumer's line by CODEOWNERS, or else its main author. Null if unknown.",
});

export const CheckBreak = z.object({
  producer_artifact: Artifact,
  change: z.enum(CHECK_CHANGES).meta({
    description:
      "What the change does: it removes the artifact or a name, renames a name, or requires one that was optional or did not exist.",
  }),
  kind: z
    .enum(MEMBER_KINDS)
    .nullable()
    .meta({ description: "Kind of name. Null if the artifact itself is removed." }),
  name: z.string(),
  renamed_to: z.string().nullable().meta({ description: "Name that probably replaces it." }),
  before: Place.nullable().meta({ description: "Line that the change removes, at the base commit." }),
  after: Place.nullable().meta({
    description: "Line that replaces it or requires the name, at the head commit.",
  }),
  consumer: RepositoryReference,
  use: CheckUse.meta({ description: "Line of the consumer that passes or reads the name." }),
  clock: z.enum(CLOCKS).meta({ description: "When the consumer gets the change." }),
  effect: z.enum(EFFECTS).meta({
    description:
      "How the consumer fails. `silent`: it runs with a wrong value. `does_not_start`: its pipeline is rejected. `fails`: its run or build ends with an error. `warns`: it runs and prints a warning.",
  }),
  confidence,
  owner: Owner,
});
export type CheckBreak = z.infer<typeof CheckBreak>;

export const CheckUndecided = z.object({
  producer_artifact: Artifact,
  kind: z.enum(MEMBER_KINDS),
  name: z.string(),
  consumer: RepositoryReference,
  use: CheckUse,
  reason: z.string().meta({ description: "Why it is not known whether the consumer breaks." }),
  clock: z.enum(CLOCKS),
  owner: Owner,
});
export type CheckUndecided = z.infer<typeof CheckUndecided>;

export const Check = z
  .object({
    repository: RepositoryReference,
    verdict: z.enum(["clean", "breaks", "undecided"]).meta({
      description:
        "`undecided` if nothing is known to break, but the graph is incomplete or a use can't be decided.",
    }),
    breaks: z.array(CheckBreak).meta({
      description: "By clock, soonest first, then by effect: silent ones first.",
    }),
    undecided: z.array(CheckUndecided),
    reached: z
      .object({
        repositories: count,
        breaking: count.meta({ description: "Number of repositories in `breaks`." }),
        by_clock: z.record(z.enum(CLOCKS), count),
      })
      .meta({ description: "Repositories that get the change." }),
    graph: z.object({
      scanned_at: instant.nullable().meta({ description: "End of the last scan. Null if there is none." }),
      complete: z.boolean().meta({ description: "False if the graph may lack edges." }),
    }),
  })
  .meta({ id: "Check" });
export type Check = z.infer<typeof Check>;
