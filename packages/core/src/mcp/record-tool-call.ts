import { inWorkspace } from "@knockon/db/in-workspace";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";

/** A call of a tool over the Model Context Protocol, with what its answer was about by the names in the graph. */
export interface ToolCall {
  tool: string;
  repository?: string | undefined;
  artifact?: string | undefined;
  consumer?: string | undefined;
}

/** Records which tool an agent called about what. Text that the agent wrote is not recorded: it may contain a secret. */
export const recordToolCall = (ctx: Context, { tool, ...about }: ToolCall): Promise<void> =>
  inWorkspace(ctx, (tx) =>
    recordAuditEvent(tx, ctx, {
      action: "mcp.tool_called",
      target: { type: "mcp_tool", id: tool },
      after: about,
    }),
  );
