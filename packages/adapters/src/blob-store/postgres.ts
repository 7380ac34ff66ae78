import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { blob } from "@knockon/db/schema/blob.sql";
import { eq, sql } from "drizzle-orm";

/** Postgres sends bytes as hexadecimal text, which must fit into one string. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Stores blobs in a table. The database must have separate connections: callers write blobs while they hold another connection, so that
 * all connections of one pool could wait for each other.
 */
export function postgresBlobStore(database: Database, maxBytes = MAX_BYTES): BlobStore {
  return {
    async put(key, bytes) {
      if (bytes.byteLength > maxBytes)
        throw new Error(
          `A blob of ${bytes.byteLength} bytes exceeds the ${maxBytes} bytes of BLOB_STORE=postgres. Use a bucket.`,
        );
      const values = { key, bytes };
      await asSystem(database, (tx) =>
        tx
          .insert(blob)
          .values(values)
          // The bytes are the same. The time keeps a graph that is published again from being collected.
          .onConflictDoUpdate({ target: blob.key, set: { storedAt: sql`now()` } }),
      );
    },
    async get(key) {
      const [row] = await asSystem(database, (tx) =>
        tx.select({ bytes: blob.bytes }).from(blob).where(eq(blob.key, key)),
      );
      return row && new Uint8Array(row.bytes);
    },
    async *list(prefix) {
      yield* await asSystem(database, (tx) =>
        tx
          .select({ key: blob.key, storedAt: blob.storedAt })
          .from(blob)
          .where(sql`starts_with(${blob.key}, ${prefix})`),
      );
    },
    async delete(key) {
      await asSystem(database, (tx) => tx.delete(blob).where(eq(blob.key, key)));
    },
  };
}
