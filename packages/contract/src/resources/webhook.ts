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

/** The fields read from GitHub's `push`, `repository` and `installation` events. */
export const GitHubEvent = z
  .looseObject({
    action: text,
    ref: text,
    installation: part({ id: z.int().positive().optional().catch(undefined) }),
    organization: part({ login: text }),
    repository: part({ node_id: nodeId, html_url: text, default_branch: text }),
  })
  .meta({ id: "GitHubEvent" });

/** The fields read from GitLab's push events and the project events of group and system hooks. */
export const GitLabEvent = z
  .looseObject({
    event_name: text,
    ref: text,
    refs: z.array(z.string()).optional().catch(undefined),
    project_id: z.int().optional().catch(undefined),
    path_with_namespace: text,
    old_path_with_namespace: text,
    project: part({ web_url: text, default_branch: text }),
  })
  .meta({ id: "GitLabEvent" });
