import type { RepositoryVisibility } from "@knockon/contract/vocabulary/check";
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
import { workspace } from "./workspace.sql.ts";

/** Identified by (connected org, platform ID), so that a rename keeps the row. */
export const repository = pgTable(
  "repository",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    platformId: text("platform_id").notNull(),
    name: text("name").notNull(),
    fullPath: text("full_path").notNull(),
    /** A column, because row-level security prevents index use for `lower(…)`. */
    lowerPath: text("lower_path")
      .notNull()
      .generatedAlwaysAs(sql`lower(full_path)`),
    cloneUrl: text("clone_url").notNull(),
    /** `parseGitUrl(cloneUrl).location`, for lookups by any form of the URL. For a local path, the clone URL itself. */
    cloneLocation: text("clone_location").notNull(),
    defaultBranch: text("default_branch"),
    archived: boolean("archived").notNull().default(false),
    isFork: boolean("is_fork").notNull().default(false),
    /** Null if unknown, which counts as private. */
    visibility: text("visibility").$type<RepositoryVisibility>(),
    lastActivityAt: instant("last_activity_at"),
    lastCommitSha: text("last_commit_sha"),
    lastScannedAt: instant("last_scanned_at"),
    /** Since when it cannot be read; null if it can. Unreadable repositories come first in the next scan. */
    failedAt: instant("failed_at"),
    /** Since when it exceeds the plan's limit; null if it does not. It keeps its data. */
    beyondPlanSince: instant("beyond_plan_since"),
    /** Tag names, from which the latest versions of its artifacts are derived. */
    tags: jsonb("tags").$type<string[]>().notNull().default([]),
    /** The snapshot used by the current graph. */
    snapshotId: uuid("snapshot_id"),
    /** Whether it may differ from the current graph. The next publish checks these repositories. */
    isChanged: boolean("is_changed").notNull().default(true),
    createdAt: createdAt(),
    /** Set if a complete listing does not contain it. It is then left out of the graph and of lists. */
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

/** A former path of the repository, in lower case, until another repository takes it. */
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

/** The state of a repository that the current graph was resolved with. A publish resolves what differs. */
export const producer = pgTable(
  "producer",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    /** The extraction of its declarations and artifacts; null for an empty repository. */
    extractionId: uuid("extraction_id"),
    fullPath: text("full_path").notNull(),
    cloneUrl: text("clone_url").notNull(),
    archived: boolean("archived").notNull(),
    isFork: boolean("is_fork").notNull(),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull(),
    aliases: jsonb("aliases").$type<string[]>().notNull(),
    artifacts: jsonb("artifacts").$type<ProducedArtifact[]>().notNull(),
    /** `OwnNamespaces.certain` */
    namespaces: text("namespaces").array().notNull().default([]),
    /** `OwnNamespaces.published` */
    publishedNamespaces: text("published_namespaces").array().notNull().default([]),
  },
  (table) => [
    unique("producer_workspace_id").on(table.workspaceId, table.repositoryId),
    // Without the workspace, so that foreign key checks do not use it to scan a whole workspace.
    index("producer_extraction").on(table.extractionId),
    foreignKey({
      name: "producer_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** The namespaces that belong to the workspace's organizations, derived from all producers by each publish. */
export const ownNamespace = pgTable(
  "own_namespace",
  {
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    namespace: text("namespace").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.namespace] })],
);

/** Hashes (`nameHash`) of a producer's names and of the IDs of its artifacts. */
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

/** What an unfinished publish has still to do, or has done but not yet put into the graph. Empty unless a publish takes several steps. */
export const publishWork = pgTable(
  "publish_work",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    /** The uses of its declarations and compositions; null until they are resolved. */
    uses: jsonb("uses").$type<object[]>(),
  },
  (table) => [
    index("publish_work_workspace").on(table.workspaceId, table.repositoryId),
    foreignKey({
      name: "publish_work_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** Artifacts that an unfinished publish has still to update. */
export const publishArtifact = pgTable(
  "publish_artifact",
  {
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    artifactId: uuid("artifact_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.artifactId] })],
);
