import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "./columns.ts";

/**
 * The local queue. Receiving a message moves its `visibleAt` into the future. Messages are received by `turn`: a workspace's next
 * message has the turn after its last one, so workspaces take turns. The group is the workspace, as on SQS: the table belongs to no tenant.
 */
export const queueMessage = pgTable(
  "queue_message",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    queue: text("queue").notNull(),
    body: jsonb("body").notNull(),
    messageGroup: text("message_group").generatedAlwaysAs(sql`body ->> 'workspaceId'`),
    turn: bigint("turn", { mode: "number" }).notNull().default(0),
    visibleAt: instant("visible_at").notNull().defaultNow(),
    receiveCount: integer("receive_count").notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index("queue_message_visible").on(table.queue, table.visibleAt, table.id),
    index("queue_message_turn").on(table.queue, table.turn, table.id),
    index("queue_message_group").on(table.queue, table.messageGroup, table.turn),
  ],
);
