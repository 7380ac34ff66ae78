import * as operations from "@knockon/contract/operations/workspace";
import { exportWorkspace } from "@knockon/core/workspace/export-workspace";
import { route } from "../route.ts";

export const exportWorkspaceRoute = route(operations.exportWorkspace, (ctx) => exportWorkspace(ctx));
