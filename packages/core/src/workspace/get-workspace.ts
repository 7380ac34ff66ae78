import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getWorkspaceRow, type WorkspaceRow } from "./workspace-row.ts";

export const getWorkspace = (ctx: Context): Promise<WorkspaceRow> =>
  inWorkspace(ctx, (tx) => getWorkspaceRow(tx, ctx.workspaceId));
