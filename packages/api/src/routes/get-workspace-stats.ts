import * as operations from "@knockon/contract/operations/workspace";
import { getWorkspaceStats } from "@knockon/core/workspace/get-workspace-stats";
import { route } from "../route.ts";

export const getWorkspaceStatsRoute = route(operations.getWorkspaceStats, (ctx) => getWorkspaceStats(ctx));
