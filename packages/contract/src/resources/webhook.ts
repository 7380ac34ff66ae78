import * as z from "zod";

export const WebhookSecret = z
  .object({
    secret: z.string().meta({ description: "Shown only once." }),
  })
  .meta({ id: "WebhookSecret" });

/** Invalid values count as absent, so that an unexpected payload is never rejected. */
const text = z.string().optional().catch(undefined);
/** Opaque base64 in the standard or URL-safe alphabet. */
const nodeId = z
  .string()
  .regex(/^[\w+/=-]{1,200}$/)
  .optional()
  .catch(undefined);
const part = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape).optional().catch(undefined);

const sha = z
  .string()
  .regex(/^(?:[\da-f]{40}|[\da-f]{64})$/)
  .optional()
  .catch(undefined);
/** Number of a pull request. Postgres stores it as a 32-bit integer. */
const number = z.int().positive().max(2_147_483_647).optional().catch(undefined);

/** Pull requests of a commit. GitHub names none from forks. */
const heads = z
  .array(z.looseObject({ number, head: part({ sha }) }))
  .max(100)
  .optional()
  .catch(undefined);

/** The fields read from GitHub's events: `push`, `repository`, `installation`, and those about pull requests and their checks. */
export const GitHubEvent = z
  .looseObject({
    action: text,
    ref: text,
    installation: part({ id: z.int().positive().optional().catch(undefined) }),
    organization: part({ login: text }),
    repository: part({ node_id: nodeId, html_url: text, default_branch: text }),
    pull_request: part({ number, head: part({ sha }) }),
    changes: part({ base: part({}) }),
    merge_group: part({ head_sha: sha, base_sha: sha, base_ref: text }),
    check_run: part({ head_sha: sha, pull_requests: heads }),
    check_suite: part({ head_sha: sha, pull_requests: heads }),
  })
  .meta({ id: "GitHubEvent" });

/** The fields read from GitLab's push and merge-request events and the project events of group and system hooks. */
export const GitLabEvent = z
  .looseObject({
    event_name: text,
    object_kind: text,
    ref: text,
    refs: z.array(z.string()).optional().catch(undefined),
    project_id: z.int().optional().catch(undefined),
    path_with_namespace: text,
    old_path_with_namespace: text,
    project: part({
      id: z.int().positive().optional().catch(undefined),
      web_url: text,
      default_branch: text,
    }),
    object_attributes: part({ iid: number, action: text, oldrev: text, last_commit: part({ id: sha }) }),
    changes: part({ target_branch: part({}), draft: part({}) }),
  })
  .meta({ id: "GitLabEvent" });
