import * as operations from "@knockon/contract/operations/scan";
import { triggerScan } from "@knockon/core/scan/trigger-scan";
import { route } from "../route.ts";

export const triggerScanRoute = route(operations.triggerScan, (ctx, { params, body }) =>
  triggerScan(ctx, { ...params, ...body }),
);
