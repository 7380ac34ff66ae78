import * as operations from "@knockon/contract/operations/scan";
import { cancelScan } from "@knockon/core/scan/cancel-scan";
import { route } from "../route.ts";

export const cancelScanRoute = route(operations.cancelScan, (ctx, { params }) => cancelScan(ctx, params));
