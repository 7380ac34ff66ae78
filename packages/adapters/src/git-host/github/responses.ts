import * as z from "zod";

/** The fields read from GitHub's responses. Other fields are ignored. */

const GraphQLError = z.object({ type: z.string().optional(), message: z.string() });
export type GraphQLError = z.infer<typeof GraphQLError>;

export const GraphQLResponse = <T>(data: z.ZodType<T>) =>
  z.object({ data: data.nullish(), errors: z.array(GraphQLError).optional() });

const Repository = z.object({
  id: z.string(),
  name: z.string(),
  nameWithOwner: z.string(),
  url: z.string(),
  isArchived: z.boolean(),
  isFork: z.boolean(),
  visibility: z.enum(["PUBLIC", "INTERNAL", "PRIVATE"]),
  pushedAt: z.string().nullable(),
  defaultBranchRef: z
    .object({ name: z.string(), target: z.object({ oid: z.string() }).nullable() })
    .nullable(),
  refs: z.object({ nodes: z.array(z.object({ name: z.string() }).nullable()) }).nullable(),
});
export type Repository = z.infer<typeof Repository>;

export const OwnerId = z.object({ repositoryOwner: z.object({ id: z.string() }).nullable() });

export const OwnerRepositories = z.object({
  repositoryOwner: z
    .object({
      repositories: z.object({
        pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
        nodes: z.array(Repository.nullable()),
      }),
    })
    .nullable(),
});

/** Nodes that are not repositories, or not accessible, have no fields. */
export const RepositoryNodes = z.object({
  nodes: z.array(z.union([Repository, z.object({}).transform(() => null)]).nullable()),
});

const HistoryCommit = z.object({
  oid: z.string(),
  committedDate: z.string(),
  messageHeadline: z.string(),
  parents: z.object({ totalCount: z.int(), nodes: z.array(z.object({ oid: z.string() })) }),
  authors: z.object({
    nodes: z.array(
      z
        .object({
          name: z.string().nullable(),
          email: z.string().nullable(),
          /** Null if the address belongs to no account. */
          user: z.object({ login: z.string() }).nullable(),
        })
        .nullable(),
    ),
  }),
});
export type HistoryCommit = z.infer<typeof HistoryCommit>;

/** Nodes that are not commits have no history. */
export const HistoryNode = z.object({
  node: z
    .object({
      object: z
        .object({
          history: z
            .object({
              pageInfo: z.object({ endCursor: z.string().nullable(), hasNextPage: z.boolean() }),
              nodes: z.array(HistoryCommit.nullable()),
            })
            .optional(),
        })
        .nullish(),
    })
    .nullable(),
});

const Counted = z.object({ history: z.object({ totalCount: z.int() }).optional() }).nullish();

export const HistoryCounts = z.object({ node: z.object({ head: Counted, known: Counted }).nullable() });

export const GitTree = z.object({
  truncated: z.boolean(),
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })),
});

export const InstallationToken = z.object({ token: z.string(), expires_at: z.string() });

/** GitHub also returns 200 for an invalid code. */
export const UserToken = z.union([
  z.object({ access_token: z.string() }),
  z.object({ error: z.string() }).transform(() => null),
]);

/** Accounts without a login are enterprises or deleted accounts. */
export const UserInstallations = z.object({
  total_count: z.number(),
  installations: z.array(
    z.object({ id: z.number(), account: z.object({ login: z.string().optional() }).nullable() }),
  ),
});

export const RepositoryCount = z.object({ total_count: z.number() });

/** The author of a deleted account and the repository of a deleted fork are null. */
export const PullRequestObject = z.object({
  title: z.string(),
  html_url: z.string(),
  state: z.string(),
  user: z.object({ login: z.string() }).nullish(),
  head: z.object({ sha: z.string(), repo: z.object({ id: z.number() }).nullish() }),
  base: z.object({ sha: z.string(), ref: z.string(), repo: z.object({ id: z.number() }) }),
});

export const Comparison = z.object({ merge_base_commit: z.object({ sha: z.string() }) });

export const Branches = z.array(z.object({ name: z.string() }));

const App = z.object({ id: z.number(), client_id: z.string().optional() }).nullish();

export const CheckRun = z.object({
  id: z.number(),
  external_id: z.string().nullish(),
  status: z.string(),
  output: z.object({ annotations_count: z.int() }),
  app: App,
});
export type CheckRun = z.infer<typeof CheckRun>;

export const CheckRuns = z.object({ check_runs: z.array(CheckRun) });

/** The latest status of each context. */
export const CombinedStatus = z.object({
  statuses: z.array(
    z.object({
      context: z.string(),
      state: z.string(),
      description: z.string().nullish(),
      target_url: z.string().nullish(),
    }),
  ),
});

export const User = z.object({ id: z.number() });

export const Comment = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: User.nullish(),
  performed_via_github_app: App,
});
export type Comment = z.infer<typeof Comment>;

export const Comments = z.array(Comment);
