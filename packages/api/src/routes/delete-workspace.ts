import * as operations from "@knockon/contract/operations/workspace";
import { deleteWorkspace } from "@knockon/core/workspace/delete-workspace";
import { route } from "../route.ts";

export const deleteWorkspaceRoute = route(operations.deleteWorkspace, (ctx) => deleteWorkspace(ctx));
