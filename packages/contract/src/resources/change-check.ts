import * as z from "zod";
import { CHANGE_KINDS, CHECK_CONCLUSIONS, CHECK_STATUSES } from "../vocabulary/check.ts";
import { Check } from "./check.ts";
import { count, instant, RepositoryReference, uuid } from "./fields.ts";

export const ChangeCheckSummary = z
  .object({
    id: uuid,
    connected_org_id: uuid,
    repository: RepositoryReference,
    kind: z
      .enum(CHANGE_KINDS)
      .meta({ description: "A pull request, a merge request, or a merge group of GitHub." }),
    number: count.nullable().meta({ description: "Number of the pull request. Null for a merge group." }),
    title: z.string().nullable().meta({ description: "Title as of the check. Null until it is read." }),
    url: z.string().nullable().meta({ description: "Page of the pull request on its host." }),
    author: z.string().nullable(),
    base_branch: z.string().nullable(),
    head_sha: z.string(),
    status: z.enum(CHECK_STATUSES).meta({
      description:
        "`superseded`: a newer commit was pushed, or the pull request was closed, before the check ran. `failed`: the check could not be made.",
    }),
    conclusion: z.enum(CHECK_CONCLUSIONS).nullable().meta({
      description:
        "What the host shows. Only `failure` blocks a merge that requires the check. Null while the check is pending.",
    }),
    reason: z.string().nullable().meta({
      description: "Why the check failed, is superseded, or could not be reported in full.",
    }),
    reached: count.nullable().meta({ description: "Repositories that get the change." }),
    breaking: count.nullable().meta({ description: "Repositories that the change breaks." }),
    created_at: instant,
    completed_at: instant.nullable(),
  })
  .meta({ id: "ChangeCheckSummary", description: "The check of one head commit of a pull request." });
export type ChangeCheckSummary = z.infer<typeof ChangeCheckSummary>;

export const ChangeCheck = ChangeCheckSummary.extend({
  base_sha: z.string().nullable().meta({ description: "Commit that the change is compared with." }),
  result: Check.nullable().meta({
    description: "Null unless the check is completed.",
  }),
}).meta({ id: "ChangeCheck" });
export type ChangeCheck = z.infer<typeof ChangeCheck>;
