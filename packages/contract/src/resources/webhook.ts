import * as z from "zod";

export const WebhookSecret = z
  .object({
    secret: z.string().meta({ description: "Shown this once." }),
  })
  .meta({ id: "WebhookSecret" });

/** What is not as the host documents it is as good as absent: a delivery is never refused for its shape. */
const text = z.string().optional().catch(undefined);
/** Base64 of either alphabet: nothing in it has a meaning to us. */
const nodeId = z
  .string()
  .regex(/^[\w+/=-]{1,200}$/)
  .optional()
  .catch(undefined);
const part = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape).optional().catch(undefined);

/** What is read of an event of GitHub's: `push`, `repository` and, of the App itself, `installation`. */
export const GitHubEvent = z
  .looseObject({
    action: text,
    ref: text,
    installation: part({ id: z.int().positive().optional().catch(undefined) }),
    organization: part({ login: text }),
    repository: part({ node_id: nodeId, html_url: text, default_branch: text }),
  })
  .meta({ id: "GitHubEvent" });

/** What is read of an event of GitLab's: pushes, and the life of projects as group and system hooks tell it. */
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
