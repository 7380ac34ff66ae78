import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * Mutations of a key in its current and previous minute. Only `count_request` writes it. The table is unlogged, because a
 * crash may lose it.
 */
export const rateBucket = pgTable("rate_bucket", {
  key: text("key").primaryKey(),
  startedAt: instant("started_at").notNull(),
  previous: integer("previous").notNull(),
  current: integer("current").notNull(),
});
