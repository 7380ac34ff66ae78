import * as operations from "@knockon/contract/operations/scan";
import { getScan } from "@knockon/core/scan/get-scan";
import { route } from "../route.ts";

export const getScanRoute = route(operations.getScan, (ctx, { params }) => getScan(ctx, params));
