import * as operations from "@knockon/contract/operations/scan";
import { cancelScan } from "@knockon/core/scan/cancel-scan";
import { getScan, listScans } from "@knockon/core/scan/read-scans";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { route } from "../route.ts";

export const triggerScanRoute = route(operations.triggerScan, (ctx, { params, body }) =>
  triggerScan(ctx, { ...params, ...body }),
);

export const listScansRoute = route(operations.listScans, (ctx, { params, query }) =>
  listScans(ctx, { ...params, ...query }),
);

export const getScanRoute = route(operations.getScan, (ctx, { params }) => getScan(ctx, params));

export const cancelScanRoute = route(operations.cancelScan, (ctx, { params }) => cancelScan(ctx, params));
