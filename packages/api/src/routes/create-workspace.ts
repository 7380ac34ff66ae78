import * as operations from "@knockon/contract/operations/workspace";
import { createWorkspace } from "@knockon/core/workspace/create-workspace";
import { route } from "../route.ts";

export const createWorkspaceRoute = route(operations.createWorkspace, (ctx, { body }) =>
  createWorkspace(ctx, body),
);
