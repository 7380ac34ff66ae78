import * as z from "zod";
import { count, instant } from "./fields.ts";
import { RepositoryReference } from "./repository-reference.ts";

const share = z.number().min(0).max(1);

export const OwnershipSummary = z.object({
  bus_factor: count,
  top_author_name: z.string().nullable(),
  human_author_count: count,
});

export const Ownership = z
  .object({
    bus_factor: count.meta({
      description: "How many people, at least, hold half of the work together; 0 where nobody is known.",
    }),
    top_author: z.object({ name: z.string(), share }).nullable(),
    top_author_share: share.meta({
      description: "Of the work, in which a commit that is 365 days older counts half.",
    }),
    human_author_count: count,
    contributors: z.array(
      z.object({
        name: z.string(),
        commit_count: count.meta({ description: "Each one's own; a commit of two people counts for both." }),
        share: share.meta({ description: "Of the work; a commit of two people is shared by them." }),
      }),
    ),
    contributors_total: count,
    teams: z.array(z.string()).meta({ description: "The teams that CODEOWNERS names." }),
    departed_share: share.nullable().meta({
      description:
        "Of the work of the last three years, the share of people without a commit here in twelve months. Null unless the deployment shows it, and to all but Admins.",
    }),
    window: z
      .object({ start: instant, end: instant })
      .nullable()
      .meta({ description: "From the first commit of a person to the last." }),
    computed_at: instant.nullable(),
  })
  .meta({ id: "Ownership" });
export type Ownership = z.infer<typeof Ownership>;

const dependents_total = count.meta({ description: "Declarations that use the repository." });
const dependent_repositories_total = count.meta({
  description: "The distinct repositories behind those of confidence 0.4 and more: the fan-in.",
});

export const OwnershipRisk = z
  .object({
    repository: RepositoryReference,
    bus_factor: z.int().min(1),
    top_author_name: z.string().nullable(),
    top_author_share: share,
    human_author_count: count,
    dependents_total,
    dependent_repositories_total,
    risk_score: z.number().min(0).max(100).meta({
      description:
        "`round(100 · min(1, ln(1 + fan-in) / ln 101) / bus_factor, 1)`, of which the terms stand beside it.",
    }),
  })
  .meta({ id: "OwnershipRisk" });

export const OwnershipRiskPerson = z
  .object({
    name: z.string(),
    dependent_repositories_total: count.meta({ description: "The sum of the fan-in of all of them." }),
    repositories: z
      .array(
        z.object({
          repository: RepositoryReference,
          top_author_share: share,
          dependents_total,
          dependent_repositories_total,
        }),
      )
      .meta({ description: "What would fall to bus factor 0 if this person left." }),
  })
  .meta({ id: "OwnershipRiskPerson" });
