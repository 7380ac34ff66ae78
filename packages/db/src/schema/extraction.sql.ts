import type { OwnedFiles } from "@knockon/extract/codeowners/find-owners";
import type {
  Composition,
  ExtractedDeclaration,
  Problem,
  ProducedArtifact,
} from "@knockon/extract/ecosystem";
import type { ArtifactInterface } from "@knockon/extract/interface";
import { foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, workspaceId } from "./columns.ts";
import { repository } from "./repository.sql.ts";

export interface ExtractionContent {
  declarations: ExtractedDeclaration[];
  artifacts: ProducedArtifact[];
  compositions: Composition[];
  /** Absent if there are none. */
  interfaces?: ArtifactInterface[];
}

/**
 * The declarations and artifacts in a repository's files, independent of other repositories. Stored once per content: a
 * commit that changes no declaration refers to the extraction of an earlier one.
 */
export const extraction = pgTable(
  "extraction",
  {
    id: id(),
    workspaceId: workspaceId(),
    repositoryId: uuid("repository_id").notNull(),
    contentHash: text("content_hash").notNull(),
    content: jsonb("content").$type<ExtractionContent>().notNull(),
    /** The files of declarations by their owners in CODEOWNERS. Not in `content`, of which no part can be read alone. */
    owners: jsonb("owners").$type<OwnedFiles[]>().notNull().default([]),
    /** Hashes (`nameHash`) of all names that its declarations look up. A producer that gains or loses such a name affects it. */
    lookupHashes: integer("lookup_hashes").array().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    unique("extraction_workspace_id").on(table.workspaceId, table.id),
    index("extraction_lookup_hashes").using("gin", table.lookupHashes),
    unique("extraction_content").on(table.repositoryId, table.contentHash),
    foreignKey({
      name: "extraction_repository",
      columns: [table.workspaceId, table.repositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
  ],
);

/** A commit, read by one version of the extractors. */
export const snapshot = pgTable(
  "snapshot",
  {
    id: id(),
    workspaceId: workspaceId(),
    repositoryId: uuid("repository_id").notNull(),
    commitSha: text("commit_sha").notNull(),
    /** The repository's path at the time, because some artifacts are named after it. */
    fullPath: text("full_path").notNull(),
    /** Changes when the extractors read the same files differently. */
    extractionKey: text("extraction_key").notNull(),
    extractionId: uuid("extraction_id").notNull(),
    problems: jsonb("problems").$type<Problem[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("snapshot_workspace_id").on(table.workspaceId, table.id),
    unique("snapshot_commit").on(table.repositoryId, table.commitSha, table.extractionKey, table.fullPath),
    index("snapshot_latest").on(table.workspaceId, table.repositoryId, table.createdAt),
    index("snapshot_extraction_id").on(table.workspaceId, table.extractionId),
    foreignKey({
      name: "snapshot_extraction",
      columns: [table.workspaceId, table.extractionId],
      foreignColumns: [extraction.workspaceId, extraction.id],
    }).onDelete("cascade"),
  ],
);
