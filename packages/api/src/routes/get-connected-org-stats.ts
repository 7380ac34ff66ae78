import * as operations from "@knockon/contract/operations/connected-org";
import { getConnectedOrgStats } from "@knockon/core/connected-org/get-connected-org-stats";
import { route } from "../route.ts";

export const getConnectedOrgStatsRoute = route(operations.getConnectedOrgStats, (ctx, { params }) =>
  getConnectedOrgStats(ctx, params),
);
