import * as operations from "@knockon/contract/operations/workspace";
import { updateWorkspace } from "@knockon/core/workspace/update-workspace";
import { route } from "../route.ts";

export const updateWorkspaceRoute = route(operations.updateWorkspace, (ctx, { body }) =>
  updateWorkspace(ctx, body),
);
