import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

/** A GitHub App installation or a token. Several orgs can share one and its rate limit. */
export const credential = pgTable(
  "credential",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    /** The token, encrypted by `seal`. Never returned. */
    accessTokenEncrypted: text("access_token_encrypted"),
    /** ID of the GitHub App installation, which is not secret. */
    installationId: text("installation_id"),
    /** Since when the host refuses it. */
    refusedAt: instant("refused_at"),
    /** The host is rate limited until then. */
    notBefore: instant("not_before"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("credential_workspace_id").on(table.workspaceId, table.id),
    unique("credential_installation").on(table.workspaceId, table.installationId),
  ],
);

export const connectedOrg = pgTable(
  "connected_org",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    platform: text("platform").$type<Platform>().notNull(),
    platformId: text("platform_id").notNull(),
    /** The URL on the host or, for `local`, the folder or listing file. */
    url: text("url").notNull(),
    /** The credential whose rate limit the org uses; null if the host needs none. */
    credentialId: uuid("credential_id"),
    heuristicPatterns: jsonb("heuristic_patterns").$type<HeuristicPattern[]>().notNull().default([]),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull().default([]),
    /** Cron expression with five fields in UTC; null without scheduled scans. */
    schedule: text("schedule"),
    /** When the schedule is due next. The transaction that advances it starts the scan. */
    nextScheduledAt: instant("next_scheduled_at"),
    /** The published scan, which every read of the graph uses. */
    currentScanId: uuid("current_scan_id"),
    /** When a published scan last checked every repository, changed or not. */
    scannedAt: instant("scanned_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    unique("connected_org_workspace_id").on(table.workspaceId, table.id),
    foreignKey({
      name: "connected_org_credential",
      columns: [table.workspaceId, table.credentialId],
      foreignColumns: [credential.workspaceId, credential.id],
    }),
    index("connected_org_due")
      .on(table.nextScheduledAt)
      .where(sql`next_scheduled_at is not null`),
    index("connected_org_list").on(table.workspaceId, table.name, table.id),
  ],
);
