import type { Platform } from "@knockon/contract/vocabulary/scan";
import { index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

export const connectedOrg = pgTable(
  "connected_org",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id),
    name: text("name").notNull(),
    platform: text("platform").$type<Platform>().notNull(),
    platformId: text("platform_id").notNull(),
    /** Where it is: the host's address or, for `local`, the folder or listing file. */
    url: text("url").notNull(),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull().default([]),
    /** The published scan: what every read of the graph answers from. */
    currentScanId: uuid("current_scan_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    unique("connected_org_workspace_id").on(table.workspaceId, table.id),
    index("connected_org_list").on(table.workspaceId, table.name, table.id),
  ],
);
