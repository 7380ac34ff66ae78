import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/list-connected-orgs";
import type { Context } from "@knockon/core/context";
import { openLocalWorkspace } from "@knockon/core/workspace/open-local-workspace";
import type { SharedContext } from "@knockon/api/serve-route";

export interface Started {
  ctx: Context;
  /** The new key, on the first start only: it is stored nowhere. */
  key: string | null;
}

/** The workspace of this machine, with one key from its first start on. */
export async function openWorkspace(shared: SharedContext): Promise<Started> {
  const { id: workspaceId, isNew } = await openLocalWorkspace(shared.database);
  const ctx: Context = { ...shared, actor: { type: "system" }, requestId: "start", workspaceId };
  return { ctx, key: isNew ? (await createApiKey(ctx, { name: "First key" })).key : null };
}

/** The connected org over a folder: the one that is known, or a new one. */
export async function openOrg(
  ctx: Context,
  name: string,
  url: string,
): Promise<{ id: string; isNew: boolean }> {
  const { body } = await listConnectedOrgs(ctx, { limit: 500, offset: 0 });
  const known = body.find((org) => org.platform === "local" && org.url === url);
  if (known) return { id: known.id, isNew: known.lastScan === null };
  const created = await createConnectedOrg(ctx, { name, platform: "local", url });
  return { id: created.id, isNew: true };
}
