import * as z from "zod";
import { operation } from "../operation.ts";
import { page, uuid } from "../resources/fields.ts";
import { Scan } from "../resources/scan.ts";
import { SCAN_TYPES } from "../vocabulary/scan.ts";
import { READ, SCAN } from "./access.ts";

const tag = "scans";
const params = z.object({ scan_id: uuid.meta({ description: "The scan." }) });
const orgParams = z.object({ connected_org_id: uuid.meta({ description: "The connected org." }) });

export const triggerScan = operation({
  id: "triggerScan",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "Start a scan of an org",
  description:
    "The scan runs behind this answer: ask for it until its status is neither `pending` nor `running`. An org has one scan at a time; `scan_id` of a 409 names the one under way.",
  tag,
  auth: SCAN,
  params: orgParams,
  body: z.strictObject({
    scan_type: z
      .enum(SCAN_TYPES)
      .default("incremental")
      .meta({ description: "`incremental` reads what changed since the last scan, `full` everything." }),
  }),
  status: 202,
  response: Scan,
  errors: [409],
});

export const listScans = operation({
  id: "listScans",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "List the scans of an org, newest first",
  description: "Whoever triggered them: people, keys or pushes.",
  tag,
  auth: READ,
  params: orgParams,
  query: page,
  status: 200,
  response: z.array(Scan),
  errors: [],
  counted: true,
});

export const getScan = operation({
  id: "getScan",
  method: "GET",
  path: "/scans/{scan_id}",
  summary: "Get a scan; its counts move while it runs",
  description:
    "`partial` means that all of it ran and some repositories could not be read: they keep what was known of them, and the graph may lack edges.",
  tag,
  auth: READ,
  params,
  status: 200,
  response: Scan,
  errors: [],
});

export const cancelScan = operation({
  id: "cancelScan",
  method: "POST",
  path: "/scans/{scan_id}/cancel",
  summary: "Cancel a pending or running scan",
  description:
    "At once. Repositories that were read stay read; what is published stays as it was. Cancelling twice is one cancel; a scan that ended otherwise is a 409.",
  tag,
  auth: SCAN,
  params,
  status: 200,
  response: Scan,
  errors: [409],
});
