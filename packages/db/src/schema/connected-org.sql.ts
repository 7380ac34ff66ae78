import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { sql } from "drizzle-orm";
import { foreignKey, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

/** A GitHub App installation or a token. Several orgs can share one, and with it its rate limit. */
export const credential = pgTable(
  "credential",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id),
    /** An org's own token, as `seal` makes it; never shown. */
    accessTokenEncrypted: text("access_token_encrypted"),
    /** Of the GitHub App, which is no secret. */
    installationId: text("installation_id"),
    /** Since when its host does not accept it. */
    refusedAt: instant("refused_at"),
    /** Until then its host takes no requests. */
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
    workspaceId: workspaceId().references(() => workspace.id),
    name: text("name").notNull(),
    platform: text("platform").$type<Platform>().notNull(),
    platformId: text("platform_id").notNull(),
    /** Where it is: the host's address or, for `local`, the folder or listing file. */
    url: text("url").notNull(),
    /** Whose rate limit the org's requests count against; null where the host asks for no credential. */
    credentialId: uuid("credential_id"),
    heuristicPatterns: jsonb("heuristic_patterns").$type<HeuristicPattern[]>().notNull().default([]),
    hostAliases: jsonb("host_aliases").$type<string[]>().notNull().default([]),
    /** Five fields of cron, in UTC; null where no scan starts by itself. */
    schedule: text("schedule"),
    /** When the schedule is due next: who moves it on starts that scan. */
    nextScheduledAt: instant("next_scheduled_at"),
    /** The published scan: what every read of the graph answers from. */
    currentScanId: uuid("current_scan_id"),
    /** When every repository was last looked at, changed or not, by a scan that was published. */
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
