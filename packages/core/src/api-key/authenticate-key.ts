import { timingSafeEqual } from "node:crypto";
import { type Database, prepared } from "@knockon/db/database";
import { sql } from "drizzle-orm";
import { hashKey, parseKey } from "./key-format.ts";

export interface AuthenticatedKey {
  workspaceId: string;
  keyId: string;
  prefix: string;
}

/**
 * Returns the workspace of a key, or undefined if the key is unknown or revoked or its workspace is deleted. Nothing is cached, so a
 * revocation takes effect with the next request.
 */
export async function authenticateKey(
  database: Database,
  text: string,
): Promise<AuthenticatedKey | undefined> {
  const parsed = parseKey(text);
  if (!parsed) return undefined;
  const hash = hashKey(text);
  const [row] = await findKey(database, { prefix: parsed.prefix, hash });
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
  return { workspaceId: row.workspaceId, keyId: row.id, prefix: parsed.prefix };
}

/** Returns the live key of a prefix. The same round trip records the key's use if the hash matches. */
const findKey = prepared("find api key", (database: Database) =>
  database
    .select({
      id: sql<string>`id`,
      workspaceId: sql<string>`workspace_id`,
      hash: sql<string>`hash`,
    })
    .from(sql`find_api_key(${sql.placeholder("prefix")}, ${sql.placeholder("hash")})`),
);
