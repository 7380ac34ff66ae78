import * as z from "zod";
import { operation } from "../operation.ts";
import { ChangeCheck, ChangeCheckSummary } from "../resources/change-check.ts";
import { Check, CheckRequest, LatentBreak } from "../resources/check.ts";
import { fullPath, page, remoteUrl, sortQuery, uuid } from "../resources/fields.ts";
import { CHECK_CONCLUSIONS } from "../vocabulary/check.ts";
import { READ, SCAN } from "./access.ts";

const tag = "checks";

export const checkChange = operation({
  id: "checkChange",
  method: "POST",
  reads: true,
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
    "Returns the names that the org's repositories pass to an artifact, or read from it, although its current version does not have them. Those that are pinned to an earlier version fail when they are bumped. Ordered by consumer, file and line unless `sort` is given.",
  tag,
  auth: READ,
  params: z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) }),
  query: page.extend({
    q: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "Filter by part of the consumer, file, artifact or name." }),
    sort: sortQuery("consumer", "name", "clock", "effect", "confidence", "file"),
  }),
  status: 200,
  response: z.array(LatentBreak),
  errors: [],
  counted: true,
  named: true,
});

export const listChangeChecks = operation({
  id: "listChangeChecks",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/checks",
  summary: "List checks of pull requests",
  description: "Returns the checks of the org's pull requests and merge groups, newest first.",
  tag,
  auth: READ,
  params: z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) }),
  query: page.extend({
    repository_id: uuid.optional().meta({ description: "Filter by repository." }),
    conclusion: z.enum(CHECK_CONCLUSIONS).optional().meta({ description: "Filter by conclusion." }),
  }),
  status: 200,
  response: z.array(ChangeCheckSummary),
  errors: [],
  counted: true,
});

const ofCheck = z.object({ check_id: uuid.meta({ description: "Check ID." }) });

export const getChangeCheck = operation({
  id: "getChangeCheck",
  method: "GET",
  path: "/checks/{check_id}",
  summary: "Get a check of a pull request",
  description: "Returns a check with its breaks. Checks are kept for 90 days.",
  tag,
  auth: READ,
  params: ofCheck,
  status: 200,
  response: ChangeCheck,
  errors: [],
});

export const rerunChangeCheck = operation({
  id: "rerunChangeCheck",
  method: "POST",
  path: "/checks/{check_id}/rerun",
  summary: "Run a check of a pull request again",
  description:
    "Checks the same commit with the current graph and settings. If the pull request has a newer commit, that one is checked instead.",
  tag,
  auth: SCAN,
  params: ofCheck,
  status: 202,
  response: ChangeCheckSummary,
  errors: [],
});
