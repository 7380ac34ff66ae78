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

export const Branches = z.array(z.object({ name: z.string() }));

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

/** Without a source branch there is no commit. */
export const MergeRequest = z.object({
  title: z.string(),
  web_url: z.string(),
  state: z.string(),
  author: z.object({ username: z.string() }).nullish(),
  source_project_id: z.int().nullish(),
  target_project_id: z.int(),
  target_branch: z.string(),
  sha: z.string().nullish(),
  diff_refs: z.object({ start_sha: z.string().nullish() }).nullish(),
});

export const CommitStatuses = z.array(
  z.object({
    id: z.int(),
    status: z.string(),
    description: z.string().nullish(),
    target_url: z.string().nullish(),
  }),
);

export const User = z.object({ id: z.int() });

export const Note = z.object({ id: z.int(), body: z.string(), author: User.nullish() });
export type Note = z.infer<typeof Note>;

export const Notes = z.array(Note);
