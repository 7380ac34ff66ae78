import { randomUUID } from "node:crypto";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/list-connected-orgs";
import type { Context } from "@knockon/core/context";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { asc } from "drizzle-orm";

type Shared = Omit<Context, "actor" | "workspaceId" | "requestId">;

export interface Started {
  ctx: Context;
  /** The new key, on the first start only: it is stored nowhere. */
  key: string | null;
}

/** The workspace of this machine: made, with one key, when there is none. */
export async function openWorkspace(shared: Shared): Promise<Started> {
  const base = { ...shared, actor: { type: "system" } as const, requestId: "start" };
  const [known] = await asSystem(shared.database, (tx) =>
    tx.select({ id: workspace.id }).from(workspace).orderBy(asc(workspace.createdAt)).limit(1),
  );
  if (known) return { ctx: { ...base, workspaceId: known.id }, key: null };
  const workspaceId = randomUUID();
  await asSystem(shared.database, (tx) =>
    tx.insert(workspace).values({ id: workspaceId, name: "Local", slug: "local" }),
  );
  const ctx = { ...base, workspaceId };
  const { key } = await createApiKey(ctx, { name: "First key" });
  return { ctx, key };
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
