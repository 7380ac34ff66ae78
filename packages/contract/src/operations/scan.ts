import { z } from "zod";
import { operation } from "../operation.ts";
import { page, uuid } from "../resources/fields.ts";
import { Scan } from "../resources/scan.ts";
import { SCAN_TYPES } from "../vocabulary/scan.ts";
import { READ, SCAN } from "./access.ts";

const tag = "scans";
const params = z.object({ scan_id: uuid });
const orgParams = z.object({ connected_org_id: uuid });

export const triggerScan = operation({
  id: "triggerScan",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "Start a scan of an org",
  tag,
  auth: SCAN,
  params: orgParams,
  body: z.strictObject({ scan_type: z.enum(SCAN_TYPES).default("incremental") }),
  status: 202,
  response: Scan,
  errors: [409],
});

export const listScans = operation({
  id: "listScans",
  method: "GET",
  path: "/connected-orgs/{connected_org_id}/scans",
  summary: "List the scans of an org, newest first",
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
  tag,
  auth: SCAN,
  params,
  status: 200,
  response: Scan,
  errors: [409],
});
