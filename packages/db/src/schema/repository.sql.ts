import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
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
    /** Since when the plan has no room for it; null while it has. It stays as it was last read. */
    beyondPlanSince: instant("beyond_plan_since"),
    /** Tag names, for the latest version of what it produces. */
    tags: jsonb("tags").$type<string[]>().notNull().default([]),
    /** The snapshot that the current graph was made from. */
    snapshotId: uuid("snapshot_id"),
    /** Whether it may differ from what the current graph was made of: what the next publish looks at. */
    isChanged: boolean("is_changed").notNull().default(true),
    createdAt: createdAt(),
    /** Set while a complete listing does not name it; it then leaves graph and lists. */
    absentSince: instant("absent_since"),
  },
  (table) => [
    unique("repository_workspace_id").on(table.workspaceId, table.id),
    unique("repository_platform_id").on(table.connectedOrgId, table.platformId),
    index("repository_list").on(table.workspaceId, table.fullPath, table.id),
    index("repository_changed")
      .on(table.workspaceId)
      .where(sql`is_changed`),
    index("repository_failed")
      .on(table.workspaceId, table.connectedOrgId)
      .where(sql`failed_at is not null`),
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

/** A repository as the current graph was resolved with it: what differs from it is what a publish has to do. */
export const producer = pgTable(
  "producer",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    /** What its declarations and artifacts were taken from; null for an empty repository. */
    extractionId: uuid("extraction_id"),
    fullPath: text("full_path").notNull(),
    cloneUrl: text("clone_url").notNull(),
    archived: boolean("archived").notNull(),
    isFork: boolean("is_fork").notNull(),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull(),
    aliases: jsonb("aliases").$type<string[]>().notNull(),
    artifacts: jsonb("artifacts").$type<ProducedArtifact[]>().notNull(),
  },
  (table) => [
    unique("producer_workspace_id").on(table.workspaceId, table.repositoryId),
    // Without the workspace, so that a foreign key's check is not tempted to go through all of a workspace by it.
    index("producer_extraction").on(table.extractionId),
    foreignKey({
      name: "producer_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** What a producer can be asked for by: the hashes (`nameHash`) of its names and of the ids of its artifacts. */
export const producerName = pgTable(
  "producer_name",
  {
    workspaceId: workspaceId(),
    repositoryId: uuid("repository_id").notNull(),
    nameHash: integer("name_hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.nameHash] }),
    index("producer_name_hash").on(table.workspaceId, table.nameHash),
    foreignKey({
      name: "producer_name_producer",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [producer.workspaceId, producer.repositoryId],
    }).onDelete("cascade"),
  ],
);
