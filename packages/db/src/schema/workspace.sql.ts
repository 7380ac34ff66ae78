import type { NamingRule, NamingScope } from "@knockon/contract/vocabulary/check";
import { boolean, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";

export const workspace = pgTable("workspace", {
  id: id(),
  name: text("name").notNull(),
  slug: text("slug").notNull().unique(),
  plan: text("plan").notNull().default("free"),
  /** Paid seats in addition to those of the plan. */
  extraSeats: integer("extra_seats").notNull().default(0),
  /** Blob of the packed graph of all its orgs; null before the first published scan. */
  graphHash: text("graph_hash"),
  /** The previous graph, which a reader may still be fetching. */
  previousGraphHash: text("previous_graph_hash"),
  /** Version of the resolver that created the graph. Another version resolves everything again. */
  resolutionKey: text("resolution_key"),
  /** Encrypted key of its contributors' pseudonyms; null before the first history is read. */
  pseudonymKeyEncrypted: text("pseudonym_key_encrypted"),
  /** Which repositories are named outside the application. */
  namingRule: text("naming_rule").$type<NamingRule>().notNull().default("same_visibility"),
  /** Whether the rule also applies to API keys, agents and exports. */
  namingScope: text("naming_scope").$type<NamingScope>().notNull().default("pull_requests"),
  /** Whether comments mention owners (`@acme/team`), which notifies them. */
  mentionsOwners: boolean("mentions_owners").notNull().default(false),
  /** When its last export started. */
  exportedAt: instant("exported_at"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  deletedAt: instant("deleted_at"),
});

/** Former slugs of a workspace. They redirect to it until another workspace takes the slug. */
export const formerSlug = pgTable(
  "former_slug",
  {
    slug: text("slug").primaryKey(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (table) => [index("former_slug_workspace").on(table.workspaceId)],
);

/** Only the SHA-256 of the key is stored. `prefix` is public and identifies the key in lists, logs and rate limits. */
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
