import * as z from "zod";
import { ARTIFACT_TYPES } from "../vocabulary/artifact-type.ts";
import { NAMING_RULES } from "../vocabulary/check.ts";
import { CLOCKS } from "../vocabulary/clock.ts";
import { EFFECTS, MEMBER_KINDS } from "../vocabulary/interface.ts";
import { ROLES } from "../vocabulary/role.ts";
import { confidence, count, instant, LineOwner, RepositoryReference } from "./fields.ts";
import { Unnamed } from "./unnamed.ts";

const Artifact = z.object({ artifact_type: z.enum(ARTIFACT_TYPES), name: z.string() });

const line = z.int().min(1);
const Place = z.object({ file: z.string(), line });

const names = z.string().min(1).max(500);

const InterfaceMember = z.object({
  kind: z.enum(MEMBER_KINDS),
  name: names,
  file: z.string().max(1000),
  line,
  required: z.literal(true).optional().meta({ description: "Consumers must pass it." }),
  type: z.string().max(1000).optional().meta({ description: "Type as written." }),
  default: z.string().max(20).optional().meta({ description: "Digest of the default value." }),
  accepts_any: z
    .literal(true)
    .optional()
    .meta({ description: "Names below this one are accepted, such as `annotations.NAME`." }),
});

const openKinds = z.partialRecord(z.enum(MEMBER_KINDS), z.string().max(200)).meta({
  description: "Kinds of which not all names are known, each with the reason.",
});

/** An interface as the extractors return it. */
const ExtractedInterface = z.object({
  scope: z
    .string()
    .min(1)
    .max(1000)
    .meta({
      description: "Type and name of the artifact.",
      examples: ["github_action:acme/actions/setup"],
    }),
  file: z.string().max(1000),
  line,
  members: z.array(InterfaceMember).max(20_000),
  open: openKinds.optional(),
  strict: z.array(z.string().max(500)).max(2000).optional().meta({
    description: "Paths below which the artifact rejects unknown names. An empty path is the root.",
  }),
});

const consumers = z
  .array(Place.extend({ repository: RepositoryReference }))
  .meta({ description: "Repositories that pass or read it, by path: the first ten, each with a line." });

/** What a request with `include=consumers` adds to a name. */
const Consumers = z.object({ consumers_total: count, consumers }).partial();

export const ArtifactInterface = z
  .object({
    artifact_type: z.enum(ARTIFACT_TYPES),
    name: z.string(),
    file: z
      .string()
      .nullable()
      .meta({ description: "File that defines the artifact. Null if its interface is not read." }),
    line: line.nullable(),
    members: z.array(InterfaceMember.extend(Consumers.shape)).meta({
      description:
        "By kind and name. `consumers` and `consumers_total` are absent unless requested, and for kinds whose uses are not read.",
    }),
    open: openKinds,
    open_consumers_total: count.optional().meta({
      description: "Repositories that may use more names than those that are known. Absent unless requested.",
    }),
    strict: z.array(z.string()).meta({
      description: "Paths below which the artifact rejects unknown names. An empty path is the root.",
    }),
  })
  .meta({ id: "ArtifactInterface", description: "What an artifact offers by name." });
export type ArtifactInterface = z.infer<typeof ArtifactInterface>;

/** Interfaces of one change. Unchanged ones need not be sent. */
const MAX_INTERFACES = 1000;

export const CheckRequest = z.strictObject({
  changed_paths: z
    .array(z.string().min(1).max(1000))
    .max(10_000)
    .meta({ description: "Files that the change adds, removes or modifies." }),
  branches: z.array(z.string().min(1).max(500)).max(100).default([]).meta({
    description: "Branches that get the change. Consumers that follow another branch do not.",
  }),
  other_branches: z.array(z.string().min(1).max(500)).max(1000).default([]).meta({
    description: "Other branches of the repository.",
  }),
  before: z
    .array(ExtractedInterface)
    .max(MAX_INTERFACES)
    .meta({ description: "Interfaces at the base commit." }),
  after: z
    .array(ExtractedInterface)
    .max(MAX_INTERFACES)
    .meta({ description: "Interfaces at the head commit." }),
  min_confidence: confidence
    .default(0.4)
    .meta({ description: "Minimum confidence of the declarations that count." }),
});

export const CHECK_CHANGES = ["artifact_removed", "removed", "renamed", "required"] as const;

/** The line of a consumer, and the declaration that it belongs to. */
const CheckUse = Place.extend({
  declaration: Place.meta({ description: "Line that declares the artifact." }),
  version_constraint: z.string().nullable(),
  role: z.enum(ROLES),
});

const owner = LineOwner.nullable().meta({ description: "Owner of the consumer's line. Null if unknown." });

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
  owner,
});
export type CheckBreak = z.infer<typeof CheckBreak>;

/** What breaks, without the consumers. */
export const UnnamedBreak = CheckBreak.pick({
  producer_artifact: true,
  change: true,
  kind: true,
  name: true,
  renamed_to: true,
  before: true,
  after: true,
  clock: true,
  effect: true,
}).extend({ repositories: count });
export type UnnamedBreak = z.infer<typeof UnnamedBreak>;

export const UnnamedConsumers = Unnamed.extend({
  breaks: z.array(UnnamedBreak).meta({ description: "What breaks in them, in the order of `breaks`." }),
  by_clock: z
    .partialRecord(z.enum(CLOCKS), count)
    .meta({ description: "Repositories with breaks, each counted once per clock." }),
  undecided: count.meta({ description: "Number of undecided uses in them." }),
}).meta({
  id: "UnnamedConsumers",
  description: "Consumers that the check only counts. Absent if the naming rule does not apply.",
});
export type UnnamedConsumers = z.infer<typeof UnnamedConsumers>;

export const CheckUndecided = z.object({
  producer_artifact: Artifact,
  kind: z.enum(MEMBER_KINDS),
  name: z.string(),
  consumer: RepositoryReference,
  use: CheckUse,
  reason: z.string().meta({ description: "Why it is not known whether the consumer breaks." }),
  clock: z.enum(CLOCKS),
  owner,
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
    unnamed: UnnamedConsumers.optional(),
    reached: z
      .object({
        repositories: count,
        breaking: count.meta({ description: "Number of repositories in `breaks` and `unnamed.breaks`." }),
        by_clock: z.record(z.enum(CLOCKS), count),
      })
      .meta({ description: "Repositories that get the change." }),
    graph: z.object({
      scanned_at: instant.nullable().meta({ description: "End of the last scan. Null if there is none." }),
      complete: z.boolean().meta({ description: "False if the graph may lack edges." }),
    }),
    readers: z
      .object({
        naming_rule: z.enum(NAMING_RULES).meta({ description: "Naming rule of the workspace." }),
        nameable: z.array(z.string()).meta({
          description:
            "IDs of the consumers that a text for readers of the repository may name. Pipelines print such texts.",
        }),
      })
      .optional()
      .meta({ description: "Absent for pull requests, whose texts the service writes." }),
  })
  .meta({ id: "Check" });
export type Check = z.infer<typeof Check>;

export const LatentBreak = CheckBreak.pick({
  producer_artifact: true,
  name: true,
  consumer: true,
  use: true,
  clock: true,
  effect: true,
  confidence: true,
  owner: true,
})
  .extend({ kind: z.enum(MEMBER_KINDS), producer: RepositoryReference })
  .meta({
    id: "LatentBreak",
    description:
      "A name that a consumer passes or reads although the artifact does not have it. The consumer fails once it gets the current version.",
  });
export type LatentBreak = z.infer<typeof LatentBreak>;
