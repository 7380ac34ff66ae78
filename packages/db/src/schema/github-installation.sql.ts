import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

/** An installation of the GitHub App that a person of the workspace has proved to be theirs. Several workspaces may have one. */
export const githubInstallation = pgTable(
  "github_installation",
  {
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    installationId: text("installation_id").notNull(),
    /** The organization or user of GitHub's that it is on. */
    account: text("account").notNull(),
    /** Who proved it. */
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.installationId] }),
    index("github_installation_holders").on(table.installationId),
  ],
);

/** Somebody who is on the way to GitHub and back, to install the App for a workspace. The row goes with the first return. */
export const githubSetup = pgTable(
  "github_setup",
  {
    /** SHA-256 of the state that GitHub hands back. */
    stateHash: text("state_hash").primaryKey(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    userId: uuid("user_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("github_setup_workspace").on(table.workspaceId, table.expiresAt)],
);
