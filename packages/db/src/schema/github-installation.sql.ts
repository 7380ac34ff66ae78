import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

/** An installation of the GitHub App that a user of the workspace has proved to own. Several workspaces may record the same one. */
export const githubInstallation = pgTable(
  "github_installation",
  {
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    installationId: text("installation_id").notNull(),
    /** The GitHub organization or user that it is installed on. */
    account: text("account").notNull(),
    /** The user who proved it. */
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.installationId] }),
    index("github_installation_holders").on(table.installationId),
  ],
);

/** A pending installation of the App by a user. The first return from GitHub deletes the row. */
export const githubSetup = pgTable(
  "github_setup",
  {
    /** SHA-256 of the `state` parameter. */
    stateHash: text("state_hash").primaryKey(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    userId: uuid("user_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("github_setup_workspace").on(table.workspaceId, table.expiresAt)],
);
