import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";
import { timingSafeEqual } from "node:crypto";
import { hashKey, parseKey } from "./key-format.ts";

export interface AuthenticatedKey {
  workspaceId: string;
  keyId: string;
  prefix: string;
}

type Row = { id: string; workspace_id: string; hash: string };

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
  return { workspaceId: row.workspace_id, keyId: row.id, prefix: parsed.prefix };
}

/** The live key of a prefix. The same round trip notes the use of the right key. */
async function findKey(database: Database, prefix: string, hash: string): Promise<Row | undefined> {
  const { rows } = await database.execute<Row>(
    sql`select id, workspace_id, hash from find_api_key(${prefix}, ${hash})`,
  );
  return rows[0];
}
