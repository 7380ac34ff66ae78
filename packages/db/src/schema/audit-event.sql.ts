import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

/** The audit log. Rows are written in the transaction of the change and never updated. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    actorType: text("actor_type").$type<"key" | "user" | "system">().notNull(),
    /** Null for the system. */
    actorId: text("actor_id"),
    /** Resource and event, such as `connected_org.created`. */
    action: text("action").notNull(),
    targetType: text("target_type").notNull(),
    targetId: text("target_id").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    requestId: text("request_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("audit_event_list").on(table.workspaceId, table.createdAt, table.id)],
);
