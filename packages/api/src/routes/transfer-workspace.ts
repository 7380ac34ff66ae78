import * as operations from "@knockon/contract/operations/workspace";
import { transferWorkspace } from "@knockon/core/workspace/transfer-workspace";
import { route } from "../route.ts";

export const transferWorkspaceRoute = route(operations.transferWorkspace, (ctx, { body }) =>
  transferWorkspace(ctx, body),
);
