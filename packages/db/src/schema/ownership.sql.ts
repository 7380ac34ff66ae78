import type { Credit } from "@knockon/extract/history/credits";
import {
  doublePrecision,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, workspaceId } from "./columns.ts";
import { repository } from "./repository.sql.ts";

/** A history that was read in part, as far as its host's patience went. */
export interface PartialHistory {
  commitSha: string;
  historyKey: string;
  /** Where to go on. */
  cursor: string;
  isContinued: boolean;
  credits: Credit[];
}

/** Who owns a repository, by its history up to a commit. Its people are known by pseudonyms and shown names, never by addresses. */
export const ownership = pgTable(
  "ownership",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    /** Up to where the history was read; null before it first was. */
    commitSha: text("commit_sha"),
    /** By which rules, mailmap and pseudonyms: by others it is read from its beginning. */
    historyKey: text("history_key"),
    /** Up to where it was last tried, and why that failed; null where it did not. */
    triedCommitSha: text("tried_commit_sha").notNull(),
    error: text("error"),
    partial: jsonb("partial").$type<PartialHistory>(),
    /** What is kept of the history: reading goes on from it, and contributors are worked out from it. */
    credits: jsonb("credits").$type<Credit[]>().notNull().default([]),
    busFactor: integer("bus_factor").notNull().default(0),
    topAuthorName: text("top_author_name"),
    topAuthorShare: doublePrecision("top_author_share").notNull().default(0),
    humanAuthorCount: integer("human_author_count").notNull().default(0),
    /** The teams that CODEOWNERS names. */
    teams: jsonb("teams").$type<string[]>().notNull().default([]),
    computedAt: instant("computed_at"),
  },
  (table) => [
    unique("ownership_workspace_id").on(table.workspaceId, table.repositoryId),
    foreignKey({
      name: "ownership_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);
