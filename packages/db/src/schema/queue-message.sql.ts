import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";

/** The local queue. Receiving a message moves its `visibleAt` into the future. */
export const queueMessage = pgTable(
  "queue_message",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    queue: text("queue").notNull(),
    body: jsonb("body").notNull(),
    visibleAt: instant("visible_at").notNull().defaultNow(),
    receiveCount: integer("receive_count").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [index("queue_message_visible").on(table.queue, table.visibleAt, table.id)],
);
