import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * How many mutations of a key were counted in its current minute and the one before. Only `count_request` writes it;
 * unlogged, since a crash may forget it.
 */
export const rateBucket = pgTable("rate_bucket", {
  key: text("key").primaryKey(),
  startedAt: instant("started_at").notNull(),
  previous: integer("previous").notNull(),
  current: integer("current").notNull(),
});
