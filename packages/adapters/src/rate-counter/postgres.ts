import type { RateCounter } from "@knockon/core/ports/rate-counter";
import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

type Row = { is_counted: boolean; started_at_ms: number; previous: number; current: number };

/**
 * One row per key, updated under its lock by a function that runs as the system role, in one round trip. Use a separate
 * connection pool, or counts wait for the requests of the same burst.
 */
export const postgresRateCounter = (database: Database): RateCounter => ({
  async count(key, now, limit) {
    const { rows } = await database.execute<Row>(sql`
      select is_counted, extract(epoch from started_at)::float8 * 1000 as started_at_ms, previous, current
      from count_request(${key}, ${now.toISOString()}, ${limit})`);
    const [row] = rows;
    if (!row) throw new Error("count_request returned nothing.");
    const { is_counted: isCounted, started_at_ms: startedAtMs, previous, current } = row;
    return { isCounted, startedAt: new Date(Math.round(startedAtMs)), previous, current };
  },
});
