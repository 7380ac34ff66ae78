import { inWorkspace } from "@knockon/db/in-workspace";
import { withFields, type UserContext } from "../context.ts";
import { includesFeature } from "../plan/require-plan.ts";
import { requestRescan } from "../scan/request-rescan.ts";

/**
 * Has a scan look at what an event is about, if the plan includes that. An event that comes again asks for another
 * look, which finds nothing new and writes nothing: so none is remembered.
 */
export async function requestScanOf(
  base: UserContext,
  { workspaceId, connectedOrgId }: { workspaceId: string; connectedOrgId: string },
  platformIds: readonly string[],
): Promise<void> {
  const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId, connectedOrgId }) };
  const isIncluded = await inWorkspace(ctx, (tx) => includesFeature(ctx, tx, "continuous_scans"));
  ctx.log.info("webhook accepted", { requested: platformIds.length, isIncluded });
  if (isIncluded && platformIds.length > 0) await requestRescan(ctx, { connectedOrgId, platformIds });
}
