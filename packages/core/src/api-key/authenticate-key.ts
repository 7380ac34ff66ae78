import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, exists, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { timingSafeEqual } from "node:crypto";
import { hashKey, parseKey } from "./key-format.ts";

export interface AuthenticatedKey {
  workspaceId: string;
  keyId: string;
  prefix: string;
}

/**
 * Whose key this text is; undefined unless it is one that exists, as its workspace does, and is not revoked. Nothing is cached, so that a
 * revocation holds from the next request on.
 */
export async function authenticateKey(
  database: Database,
  text: string,
): Promise<AuthenticatedKey | undefined> {
  const parsed = parseKey(text);
  if (!parsed) return undefined;
  const hash = hashKey(text);
  const row = await findKey(database, parsed.prefix, hash);
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
  return { workspaceId: row.workspaceId, keyId: row.id, prefix: parsed.prefix };
}

/**
 * The live key of a prefix. The same statement notes the use of the right key, once a minute, and skips that where
 * another request is about to: no request waits for a lock.
 */
async function findKey(database: Database, prefix: string, hash: string) {
  const [row] = await asSystem(database, (tx) => {
    // One that was made while its workspace was being deleted is not revoked.
    const undeleted = tx
      .select({ id: workspace.id })
      .from(workspace)
      .where(and(eq(workspace.id, apiKey.workspaceId), isNull(workspace.deletedAt)));
    const live = and(eq(apiKey.prefix, prefix), isNull(apiKey.revokedAt), exists(undeleted));
    const due = tx
      .select({ id: apiKey.id })
      .from(apiKey)
      .where(
        and(live, eq(apiKey.hash, hash), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, A_MINUTE_AGO))),
      )
      .for("update", { skipLocked: true });
    const noted = tx.$with("noted").as(
      tx
        .update(apiKey)
        .set({ lastUsedAt: sql`now()` })
        .where(inArray(apiKey.id, due))
        .returning({ id: apiKey.id }),
    );
    return tx
      .with(noted)
      .select({ id: apiKey.id, workspaceId: apiKey.workspaceId, hash: apiKey.hash })
      .from(apiKey)
      .where(live);
  });
  return row;
}

const A_MINUTE_AGO = sql`now() - interval '1 minute'`;
