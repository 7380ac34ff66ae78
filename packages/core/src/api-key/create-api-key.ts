import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";
import { createKey, hashKey } from "./key-format.ts";

export interface CreatedApiKey {
  id: string;
  name: string;
  prefix: string;
  /** The plaintext: shown now, stored nowhere. */
  key: string;
}

/** Makes a key for the context's workspace. */
export async function createApiKey(
  ctx: Pick<Context, "actor" | "database" | "workspaceId">,
  { name }: { name: string },
): Promise<CreatedApiKey> {
  const { key, prefix } = createKey();
  const id = randomUUID();
  const createdBy = ctx.actor.type === "user" ? ctx.actor.id : null;
  await inWorkspace(ctx, (tx) =>
    tx
      .insert(apiKey)
      .values({ id, workspaceId: ctx.workspaceId, name, prefix, hash: hashKey(key), createdBy }),
  );
  return { id, name, prefix, key };
}
