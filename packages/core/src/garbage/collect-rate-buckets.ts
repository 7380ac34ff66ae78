import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import { inArray, lt } from "drizzle-orm";
import { AT_ONCE } from "./in-batches.ts";

/** Deletes what is known of keys that made no mutation since. The limit has forgotten it by itself; see `bucketAt`. */
export async function collectRateBuckets(database: Database, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await asSystem(database, (tx) => {
      const old = tx
        .select({ key: rateBucket.key })
        .from(rateBucket)
        .where(lt(rateBucket.startedAt, before))
        .limit(AT_ONCE)
        .for("update", { skipLocked: true });
      return tx.delete(rateBucket).where(inArray(rateBucket.key, old));
    });
    if (!rowCount) return deleted;
    deleted += rowCount;
  }
}
