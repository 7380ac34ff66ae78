import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
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
    /** Row-level security keeps `lower(…)` from being compared on an index; a column is. */
    lowerPath: text("lower_path")
      .notNull()
      .generatedAlwaysAs(sql`lower(full_path)`),
    cloneUrl: text("clone_url").notNull(),
    /** `parseGitUrl(cloneUrl).location`, for lookups by any spelling of the URL; the clone URL itself where it is a local path. */
    cloneLocation: text("clone_location").notNull(),
    defaultBranch: text("default_branch"),
    archived: boolean("archived").notNull().default(false),
    isFork: boolean("is_fork").notNull().default(false),
    lastActivityAt: instant("last_activity_at"),
    lastCommitSha: text("last_commit_sha"),
    lastScannedAt: instant("last_scanned_at"),
    /** Since when it cannot be read; null while it can. It is first in the next scan. */
    failedAt: instant("failed_at"),
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
    index("repository_lower_path").on(table.workspaceId, table.lowerPath),
    index("repository_clone_location").on(table.workspaceId, table.cloneLocation),
    foreignKey({
      name: "repository_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);

/** A path that the repository had before, in lower case, until another repository takes it. */
export const repositoryAlias = pgTable(
  "repository_alias",
  {
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    lowerPath: text("lower_path").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.connectedOrgId, table.lowerPath] }),
    index("repository_alias_path").on(table.workspaceId, table.lowerPath),
    index("repository_alias_repository").on(table.workspaceId, table.repositoryId),
    foreignKey({
      name: "repository_alias_repository_id",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** A repository as the current graph was resolved with it: what differs from it now is what a publish has to do. */
export const producer = pgTable(
  "producer",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    /** What its declarations and artifacts were taken from; null for an empty repository. */
    extractionId: uuid("extraction_id"),
    fullPath: text("full_path").notNull(),
    cloneUrl: text("clone_url").notNull(),
    archived: boolean("archived").notNull(),
    isFork: boolean("is_fork").notNull(),
    tags: jsonb("tags").$type<string[]>().notNull(),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull(),
    aliases: jsonb("aliases").$type<string[]>().notNull(),
    artifacts: jsonb("artifacts").$type<ProducedArtifact[]>().notNull(),
  },
  (table) => [
    index("producer_workspace").on(table.workspaceId),
    foreignKey({
      name: "producer_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);
