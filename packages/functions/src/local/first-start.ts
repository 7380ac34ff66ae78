import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/list-connected-orgs";
import type { Context } from "@knockon/core/context";
import { isInFlight } from "@knockon/core/scan/scan-row";
import { triggerScan } from "@knockon/core/scan/trigger-scan";
import { openLocalWorkspace } from "@knockon/core/workspace/open-local-workspace";
import type { SharedContext } from "@knockon/api/serve-route";

/** The workspace of this machine, as whom the start itself acts. */
export async function openWorkspace(shared: SharedContext): Promise<Context> {
  const { id: workspaceId } = await openLocalWorkspace(shared.database);
  return { ...shared, actor: { type: "system" }, requestId: "start", workspaceId };
}

/** The plaintext of the workspace's first key; undefined where it has one, since no key is stored as text. */
export async function findFirstKey(ctx: Context): Promise<string | undefined> {
  const { hasKey } = await openLocalWorkspace(ctx.database);
  return hasKey ? undefined : (await createApiKey(ctx, { name: "First key" })).key;
}

/** The connected org over a folder: the one that is known, or a new one. Throws HostRefusedError. */
export async function openOrg(ctx: Context, name: string, url: string) {
  const { platformId } = await ctx.ports.openGitHost({ platform: "local", url, credential: null }).identify();
  const { body } = await listConnectedOrgs(ctx, { limit: 500, offset: 0 });
  const known = body.find((org) => org.platform === "local" && org.platformId === platformId);
  return known ?? (await createConnectedOrg(ctx, { name, platform: "local", url }));
}

/** The scan to watch: an org's first, or the one that an earlier run left in flight; undefined where all is done. */
export async function findScanToWatch(
  ctx: Context,
  { id, lastScan }: Awaited<ReturnType<typeof openOrg>>,
): Promise<string | undefined> {
  if (lastScan === null) return (await triggerScan(ctx, { connectedOrgId: id, scanType: "incremental" })).id;
  return isInFlight(lastScan.status) ? lastScan.id : undefined;
}
