import * as z from "zod";

/** The fields read from GitLab's responses. Other fields are ignored. */

export const Group = z.object({ id: z.int() });

export const Project = z.object({
  id: z.int(),
  path: z.string(),
  path_with_namespace: z.string(),
  http_url_to_repo: z.string(),
  default_branch: z.string().nullish(),
  archived: z.boolean().optional(),
  empty_repo: z.boolean().optional(),
  last_activity_at: z.string().nullish(),
  visibility: z.enum(["public", "internal", "private"]).optional().catch(undefined),
  forked_from_project: z.object({ id: z.int() }).nullish(),
});
export type Project = z.infer<typeof Project>;

export const Projects = z.array(Project);

export const Tags = z.array(z.object({ name: z.string() }));

export const Branch = z.object({ commit: z.object({ id: z.string() }) });

const Head = z.object({
  id: z.string(),
  repository: z
    .object({ tree: z.object({ lastCommit: z.object({ sha: z.string() }).nullable() }).nullable() })
    .nullable(),
});

export const Heads = z.object({
  data: z.object({ projects: z.object({ nodes: z.array(Head.nullable()) }) }).nullish(),
});

export const Tree = z.array(
  z.object({ id: z.string(), path: z.string(), type: z.string(), mode: z.string() }),
);

const HistoryCommit = z.object({
  parent_ids: z.array(z.string()),
  author_name: z.string(),
  author_email: z.string(),
  committed_date: z.string(),
  title: z.string(),
  extended_trailers: z.record(z.string(), z.array(z.string())).nullish(),
});
export type HistoryCommit = z.infer<typeof HistoryCommit>;

export const Commits = z.array(HistoryCommit);

export const MergeBase = z.object({ id: z.string() });
