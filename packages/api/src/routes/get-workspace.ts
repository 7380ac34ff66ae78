import * as operations from "@knockon/contract/operations/workspace";
import { getWorkspace } from "@knockon/core/workspace/get-workspace";
import { route } from "../route.ts";

export const getWorkspaceRoute = route(operations.getWorkspace, (ctx) => getWorkspace(ctx));
