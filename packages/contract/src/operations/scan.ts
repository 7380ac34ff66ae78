import * as z from "zod";
import { operation } from "../operation.ts";
import { page, sortQuery, uuid } from "../resources/fields.ts";
import { Scan } from "../resources/scan.ts";
import { SCAN_STATUSES, SCAN_TYPES } from "../vocabulary/scan.ts";
import { READ, SCAN } from "./access.ts";

const tag = "scans";
const params = z.object({ scan_id: uuid.meta({ description: "Scan ID." }) });
const orgParams = z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) });

export const triggerScan = operation({
  id: "triggerScan",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "Start a scan",
  description:
    "The scan runs asynchronously. Poll `getScan` until `status` is neither `pending` nor `running`. An org can have one scan in flight: if there is one already, returns 409 with its `scan_id`.",
  tag,
  auth: SCAN,
  params: orgParams,
  body: z.strictObject({
    scan_type: z.enum(SCAN_TYPES).default("incremental").meta({
      description:
        "`incremental` reads the repositories that changed since the last scan. `full` reads every repository.",
    }),
  }),
  status: 202,
  response: Scan,
  errors: [409],
});

export const listScans = operation({
  id: "listScans",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "List scans of an org",
  description:
    "Returns scans from newest to oldest unless `sort` is given, including scans started by schedules and pushes.",
  tag,
  auth: READ,
  params: orgParams,
  query: page.extend({
    status: z.enum(SCAN_STATUSES).optional().meta({ description: "Filter by status." }),
    sort: sortQuery("created_at", "scan_type", "scanned_repos", "failed_repos", "duration"),
  }),
  status: 200,
  response: z.array(Scan),
  errors: [],
  counted: true,
});

export const getScan = operation({
  id: "getScan",
  method: "GET",
  path: "/scans/{scan_id}",
  summary: "Get a scan",
  description:
    "The counts change while the scan runs. `partial` means that the scan completed, but some repositories could not be read. These keep their previous data, and the graph may lack edges.",
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
    "Takes effect immediately. Repositories that were already scanned stay scanned, and the published graph does not change. Cancelling a cancelled scan has no effect. Returns 409 if the scan ended otherwise.",
  tag,
  auth: SCAN,
  params,
  status: 200,
  response: Scan,
  errors: [409],
});
