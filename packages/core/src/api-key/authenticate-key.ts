import type { Database } from "@knockon/db/database";
import { prepared } from "@knockon/db/prepared";
import { sql } from "drizzle-orm";
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
  const [row] = await findKey(database, { prefix: parsed.prefix, hash });
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
  return { workspaceId: row.workspaceId, keyId: row.id, prefix: parsed.prefix };
}

/** The live key of a prefix. The same round trip notes the use of the right key. */
const findKey = prepared("find api key", (database: Database) =>
  database
    .select({
      id: sql<string>`id`,
      workspaceId: sql<string>`workspace_id`,
      hash: sql<string>`hash`,
    })
    .from(sql`find_api_key(${sql.placeholder("prefix")}, ${sql.placeholder("hash")})`),
);
