import * as z from "zod";
import { PERSON_CORRECTION_KINDS } from "../vocabulary/person-correction.ts";
import { count, instant, LineOwner, RepositoryReference, uuid } from "./fields.ts";

const share = z.number().min(0).max(1);

export const personKey = z
  .string()
  .regex(/^[\w-]{20}$/u)
  .meta({
    description: "Pseudonym of a person, the same in all repositories of the workspace.",
    examples: ["3n0sW9Kc2fQxT1aZ7mLp"],
  });

export const OwnershipSummary = z.object({
  bus_factor: count,
  top_author_name: z.string().nullable(),
  human_author_count: count,
});

export const Ownership = z
  .object({
    bus_factor: count.meta({
      description:
        "Smallest number of people who together hold at least half of the work. 0 without human commits.",
    }),
    top_author: z.object({ name: z.string(), share }).nullable(),
    top_author_share: share.meta({
      description: "Share of the work. Commits are weighted by age with a half-life of 365 days.",
    }),
    human_author_count: count,
    contributors: z.array(
      z.object({
        name: z.string(),
        person_key: personKey,
        commit_count: count.meta({
          description: "Number of commits. A commit with several authors counts for each.",
        }),
        share: share.meta({
          description: "Share of the work. A commit with several authors is split between them.",
        }),
      }),
    ),
    contributors_total: count,
    automation: z.array(z.object({ name: z.string(), person_key: personKey, commit_count: count })).meta({
      description:
        "Authors that are not counted as people: their commits repeat a few subjects hundreds of times, or a person correction says so. Most commits first, at most 20. Bots known by name are not listed.",
    }),
    teams: z.array(z.string()).meta({ description: "Teams in CODEOWNERS." }),
    departed_share: share.nullable().meta({
      description:
        "Share of the last three years' work by people without a commit here in the last 12 months. Null unless the deployment enables it and the caller is at least Admin.",
    }),
    window: z
      .object({ start: instant, end: instant })
      .nullable()
      .meta({ description: "Time of the first and the last human commit." }),
    computed_at: instant.nullable(),
  })
  .meta({ id: "Ownership" });
export type Ownership = z.infer<typeof Ownership>;

export const PersonCorrection = z
  .object({
    id: uuid,
    kind: z.enum(PERSON_CORRECTION_KINDS),
    name: z.string().meta({ description: "Name of the person when the correction was made." }),
    person_key: personKey,
    same_as_name: z.string().nullable(),
    same_as_person_key: personKey.nullable(),
    created_at: instant,
  })
  .meta({ id: "PersonCorrection" });
export type PersonCorrection = z.infer<typeof PersonCorrection>;

/** The body of `POST /workspaces/{workspace_id}/person-corrections`. */
export const NewPersonCorrection = z
  .strictObject({
    kind: z.enum(PERSON_CORRECTION_KINDS),
    person_key: personKey,
    same_as_person_key: personKey.optional().meta({
      description: "The other author. Required for `same_person`, otherwise not allowed.",
    }),
  })
  .refine(({ kind, same_as_person_key: other }) => (kind === "same_person") === (other !== undefined), {
    path: ["same_as_person_key"],
    message: "Required for `same_person`, otherwise not allowed.",
  })
  .meta({ id: "NewPersonCorrection" });

const dependents_total = count.meta({ description: "Number of declarations that use the repository." });
const dependent_repositories_total = count.meta({
  description: "Fan-in: number of distinct repositories with a declaration of confidence 0.4 or above.",
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
      description: "`round(100 · min(1, ln(1 + fan-in) / ln 101) / bus_factor, 1)`.",
    }),
    owner: LineOwner.optional().meta({
      description:
        "Owner of most of its declarations, or else its main author. Absent if unknown, and without `include=owner`.",
    }),
  })
  .meta({ id: "OwnershipRisk" });

export const OwnershipRiskPerson = z
  .object({
    name: z.string(),
    dependent_repositories_total: count.meta({ description: "Sum of the fan-in of `repositories`." }),
    repositories: z
      .array(
        z.object({
          repository: RepositoryReference,
          top_author_share: share,
          dependents_total,
          dependent_repositories_total,
        }),
      )
      .meta({ description: "Repositories whose bus factor would drop to 0 if this person left." }),
  })
  .meta({ id: "OwnershipRiskPerson" });
