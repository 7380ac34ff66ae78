import * as z from "zod";
import { operation } from "../operation.ts";
import { Check, CheckRequest, LatentBreak } from "../resources/check.ts";
import { fullPath, page, remoteUrl, uuid } from "../resources/fields.ts";
import { READ } from "./access.ts";

const tag = "checks";

export const checkChange = operation({
  id: "checkChange",
  method: "POST",
  path: "/check",
  summary: "Check a change",
  description:
    "Returns which other repositories a change breaks: those that still pass or read a name that it removes, or do not pass one that it requires. The client sends the interfaces before and after the change, as `knockon check` reads them from Git. Requires exactly one of `repository_id`, `url` and `full_path`. Stores nothing.",
  tag,
  auth: READ,
  query: z.strictObject({
    repository_id: uuid.optional().meta({ description: "Repository ID." }),
    url: remoteUrl,
    full_path: fullPath,
  }),
  body: CheckRequest,
  status: 200,
  response: Check,
  errors: [400, 409],
});

export const listLatentBreaks = operation({
  id: "listLatentBreaks",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/latent-breaks",
  summary: "List latent breaks",
  description:
    "Returns the names that the org's repositories pass to an artifact, or read from it, although its current version does not have them. Those that are pinned to an earlier version fail when they are bumped.",
  tag,
  auth: READ,
  params: z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) }),
  query: page.extend({
    q: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Filter by part of the consumer, file, artifact or name." }),
  }),
  status: 200,
  response: z.array(LatentBreak),
  errors: [],
  counted: true,
});
