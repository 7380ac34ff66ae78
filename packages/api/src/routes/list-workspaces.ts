import * as operations from "@knockon/contract/operations/workspace";
import { listWorkspaces } from "@knockon/core/workspace/list-workspaces";
import { route } from "../route.ts";

export const listWorkspacesRoute = route(operations.listWorkspaces, (ctx, { query }) =>
  listWorkspaces(ctx, query),
);
