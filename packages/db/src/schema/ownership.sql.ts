import type { PersonCorrectionKind } from "@knockon/contract/vocabulary/person-correction";
import type { Credit } from "@knockon/extract/history/credits";
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, instant, workspaceId } from "./columns.ts";
import { repository } from "./repository.sql.ts";
import { workspace } from "./workspace.sql.ts";

/** A partly read history, interrupted by a rate limit. */
export interface PartialHistory {
  commitSha: string;
  historyKey: string;
  /** The commit whose credits it adds to; null if reading started at the first commit. */
  since: string | null;
  /** Cursor of the next page. */
  cursor: string;
  /** Pages read so far; absent in rows of earlier releases. */
  pages?: number;
  credits: Credit[];
}

/** Ownership of a repository, from its history up to a commit. People are stored by pseudonym and display name, without addresses. */
export const ownership = pgTable(
  "ownership",
  {
    repositoryId: uuid("repository_id").primaryKey(),
    workspaceId: workspaceId(),
    /** The last commit that was read; null before the first time. */
    commitSha: text("commit_sha"),
    /** Version of the rules, mailmap and pseudonyms. If it changes, the whole history is read again. */
    historyKey: text("history_key"),
    /** The commit of the last failed attempt and its reason; null if it succeeded. */
    triedCommitSha: text("tried_commit_sha").notNull(),
    error: text("error"),
    partial: jsonb("partial").$type<PartialHistory>(),
    /** The stored credits. Reading continues from them, and contributors are computed from them. */
    credits: jsonb("credits").$type<Credit[]>().notNull().default([]),
    busFactor: integer("bus_factor").notNull().default(0),
    topAuthorName: text("top_author_name"),
    /** Pseudonyms and nicknames of the top author, which find the same person in other repositories. */
    topAuthorKeys: jsonb("top_author_keys").$type<string[]>().notNull().default([]),
    topAuthorNicknames: jsonb("top_author_nicknames").$type<string[]>().notNull().default([]),
    /** The name under which the workspace knows the top author, for example `@jdoe`; null until a scan is published. */
    topAuthorKnownAs: text("top_author_known_as"),
    topAuthorShare: doublePrecision("top_author_share").notNull().default(0),
    humanAuthorCount: integer("human_author_count").notNull().default(0),
    /** Teams in CODEOWNERS. */
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

/** An author of commits, by pseudonyms. */
export interface CorrectedPerson {
  name: string;
  /** The first is the one that the API shows. */
  keys: string[];
}

/** What users know about authors of commits better than the rules. */
export const personCorrection = pgTable(
  "person_correction",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspace.id, { onDelete: "cascade" }),
    kind: text("kind").$type<PersonCorrectionKind>().notNull(),
    person: jsonb("person").$type<CorrectedPerson>().notNull(),
    /** The other author of `same_person`. */
    sameAs: jsonb("same_as").$type<CorrectedPerson>(),
    createdAt: createdAt(),
  },
  (table) => [index("person_correction_workspace").on(table.workspaceId, table.createdAt)],
);
