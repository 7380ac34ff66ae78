import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";

export const workspace = pgTable("workspace", {
  id: id(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  plan: text("plan").notNull().default("free"),
  /** Seats beyond those of the plan, paid for one by one. */
  extraSeats: integer("extra_seats").notNull().default(0),
  /** The blob that holds the packed graph of all its orgs; null before the first published scan. */
  graphHash: text("graph_hash"),
  /** The blob before it, which a reader may still be fetching. */
  previousGraphHash: text("previous_graph_hash"),
  /** The version of resolution that made the graph; another version resolves everything anew. */
  resolutionKey: text("resolution_key"),
  /** What its contributors' pseudonyms are made with, sealed; null before the first history is read. */
  pseudonymKeyEncrypted: text("pseudonym_key_encrypted"),
  /** When the last export of it began. */
  exportedAt: instant("exported_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  deletedAt: instant("deleted_at"),
});

/** What a workspace was called in addresses before; they lead to it until another takes the name. */
export const formerSlug = pgTable(
  "former_slug",
  {
    slug: text("slug").primaryKey(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("former_slug_workspace").on(table.workspaceId)],
);

/** Only the SHA-256 of the key is kept; `prefix` is public and names the key in lists, logs and limits. */
export const apiKey = pgTable(
  "api_key",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    prefix: text("prefix").notNull().unique(),
    hash: text("hash").notNull().unique(),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [unique("api_key_workspace_id").on(table.workspaceId, table.id)],
);
