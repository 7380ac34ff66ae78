import * as operations from "@knockon/contract/operations/scan";
import { listScans } from "@knockon/core/scan/list-scans";
import { route } from "../route.ts";

export const listScansRoute = route(operations.listScans, (ctx, { params, query }) =>
  listScans(ctx, { ...params, ...query }),
);
