import type { RateCounter } from "@knockon/core/ports/rate-counter";
import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

type Row = { is_counted: boolean; started_at_ms: number; previous: number; current: number };

/**
 * A row for each key, changed under its lock by a function that runs as the system role: one round trip. Give it
 * connections of its own, or a burst's counts wait behind all that the burst itself has begun.
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
