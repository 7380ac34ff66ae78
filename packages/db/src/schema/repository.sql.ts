import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, workspaceId } from "./columns.ts";
import { connectedOrg } from "./connected-org.sql.ts";

/** Its identity is (connected org, platform id): a rename keeps the row. */
export const repository = pgTable(
  "repository",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    platformId: text("platform_id").notNull(),
    name: text("name").notNull(),
    fullPath: text("full_path").notNull(),
    cloneUrl: text("clone_url").notNull(),
    /** `parseGitUrl(cloneUrl).location`, for lookups by any spelling of the URL; the clone URL itself where it is a local path. */
    cloneLocation: text("clone_location").notNull(),
    defaultBranch: text("default_branch"),
    archived: boolean("archived").notNull().default(false),
    isFork: boolean("is_fork").notNull().default(false),
    lastActivityAt: instant("last_activity_at"),
    lastCommitSha: text("last_commit_sha"),
    lastScannedAt: instant("last_scanned_at"),
    /** Tag names, for the latest version of what it produces. */
    tags: jsonb("tags").$type<string[]>().notNull().default([]),
    /** The snapshot that the current graph was made from. */
    snapshotId: uuid("snapshot_id"),
    createdAt: createdAt(),
    /** Set while a complete listing does not name it; it then leaves graph and lists. */
    absentSince: instant("absent_since"),
  },
  (table) => [
    unique("repository_workspace_id").on(table.workspaceId, table.id),
    unique("repository_platform_id").on(table.connectedOrgId, table.platformId),
    index("repository_list").on(table.workspaceId, table.fullPath, table.id),
    index("repository_full_path").on(table.workspaceId, sql`lower(${table.fullPath})`),
    index("repository_clone_location").on(table.workspaceId, table.cloneLocation),
    foreignKey({
      name: "repository_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);
