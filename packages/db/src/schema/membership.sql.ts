import type { Role } from "@knockon/contract/vocabulary/scan";
import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, workspaceId } from "./columns.ts";
import { user } from "./user.sql.ts";
import { workspace } from "./workspace.sql.ts";

/** Members of a workspace with their roles. A workspace has one Owner. */
export const membership = pgTable(
  "membership",
  {
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id),
    role: text("role").$type<Role>().notNull(),
    joinedAt: instant("joined_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("membership_user").on(table.userId),
    uniqueIndex("membership_owner")
      .on(table.workspaceId)
      .where(sql`${table.role} = 'owner'`),
  ],
);

/** An open invitation to an email address. */
export const invitation = pgTable(
  "invitation",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    /** Lower case. */
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text("token_hash").notNull().unique(),
    invitedBy: uuid("invited_by").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitation_open")
      .on(table.workspaceId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
  ],
);
