import type { ScanStatus, ScanType } from "@knockon/contract/vocabulary/scan";
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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { connectedOrg } from "./connected-org.sql.ts";
import { repository } from "./repository.sql.ts";

export interface OrgError {
  code: string;
  message: string;
}

export type ScanStarter = "manual" | "scheduled" | "push" | "listing_change";

export const scan = pgTable(
  "scan",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    status: text("status").$type<ScanStatus>().notNull().default("pending"),
    scanType: text("scan_type").$type<ScanType>().notNull(),
    /** A push scan checks the pushed repositories, every other scan the listing. */
    startedBy: text("started_by").$type<ScanStarter>().notNull().default("manual"),
    totalRepos: integer("total_repos").notNull().default(0),
    scannedRepos: integer("scanned_repos").notNull().default(0),
    skippedRepos: integer("skipped_repos").notNull().default(0),
    failedRepos: integer("failed_repos").notNull().default(0),
    /** Set with the last page of the listing; `totalRepos` is final from then on. */
    plannedAt: instant("planned_at"),
    /** Whether the listing was complete. Only then is a repository it does not contain absent. */
    isListingComplete: boolean("is_listing_complete").notNull().default(true),
    /** When the scan last made progress. The sweeper uses it. */
    progressAt: instant("progress_at"),
    /** When its snapshots became current and its publish began; null before. */
    publishingAt: instant("publishing_at"),
    orgErrors: jsonb("org_errors").$type<OrgError[]>().notNull().default([]),
    interruptionCount: integer("interruption_count").notNull().default(0),
    startedAt: instant("started_at"),
    completedAt: instant("completed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("scan_workspace_id").on(table.workspaceId, table.id),
    uniqueIndex("scan_in_flight")
      .on(table.connectedOrgId)
      .where(sql`status in ('pending', 'running')`),
    index("scan_list").on(table.workspaceId, table.connectedOrgId, table.createdAt.desc(), table.id),
    foreignKey({
      name: "scan_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);

export type ScanRepositoryStatus = "pending" | "scanned" | "skipped" | "failed";

/** One repository's part of one scan. A row that leaves `pending` is counted exactly once. */
export const scanRepository = pgTable(
  "scan_repository",
  {
    workspaceId: workspaceId(),
    scanId: uuid("scan_id").notNull(),
    repositoryId: uuid("repository_id").notNull(),
    status: text("status").$type<ScanRepositoryStatus>().notNull().default("pending"),
    /** The commit to read; null for an empty repository. */
    commitSha: text("commit_sha"),
    /** The snapshot that the scan read or reused. Published with the scan. */
    snapshotId: uuid("snapshot_id"),
    attempt: integer("attempt").notNull().default(0),
    leaseUntil: instant("lease_until"),
    /** The message whose worker has the lease. Its next delivery takes the lease over. */
    leasedBy: text("leased_by"),
    enqueuedAt: instant("enqueued_at"),
    /** Not before this time, because the host is rate limited. */
    notBefore: instant("not_before"),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.repositoryId] }),
    index("scan_repository_pending")
      .on(table.scanId)
      .where(sql`status = 'pending'`),
    index("scan_repository_repository_id").on(table.workspaceId, table.repositoryId),
    foreignKey({
      name: "scan_repository_scan",
      columns: [table.workspaceId, table.scanId],
      foreignColumns: [scan.workspaceId, scan.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "scan_repository_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** The repositories that a page of the listing added, so that each is added once. Deleted when the scan is published. */
export const scanPage = pgTable(
  "scan_page",
  {
    workspaceId: workspaceId(),
    scanId: uuid("scan_id").notNull(),
    /** The listing's cursor; empty for the first page. */
    cursor: text("cursor").notNull(),
    /** Including unchanged ones. */
    repositoryIds: uuid("repository_ids").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.cursor] }),
    foreignKey({
      name: "scan_page_scan",
      columns: [table.workspaceId, table.scanId],
      foreignColumns: [scan.workspaceId, scan.id],
    }).onDelete("cascade"),
  ],
);

/** A pushed repository that waits for a scan, by platform ID, because it may be unknown. An empty ID requests a listing. */
export const rescanRequest = pgTable(
  "rescan_request",
  {
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    platformId: text("platform_id").notNull(),
    requestedAt: instant("requested_at").notNull(),
    /** The scan that handles it; null again after another push. */
    scanId: uuid("scan_id"),
  },
  (table) => [
    primaryKey({ columns: [table.connectedOrgId, table.platformId] }),
    foreignKey({
      name: "rescan_request_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);
