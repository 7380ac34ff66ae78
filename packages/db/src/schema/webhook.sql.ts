import type { Platform } from "@knockon/contract/vocabulary/scan";
import { foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, workspaceId } from "./columns.ts";
import { connectedOrg } from "./connected-org.sql.ts";

/** Source and secret of an org's webhooks. An org without a row accepts none. */
export const webhook = pgTable(
  "webhook",
  {
    connectedOrgId: uuid("connected_org_id").primaryKey(),
    workspaceId: workspaceId(),
    platform: text("platform").$type<Platform>().notNull(),
    /** The org as events name it, such as `github.com/acme`. Several workspaces may have the same org. */
    source: text("source").notNull(),
    /** Encrypted by `seal`. */
    secretEncrypted: text("secret_encrypted").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("webhook_source").on(table.source, table.platform, table.createdAt),
    foreignKey({
      name: "webhook_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);
