import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { EvidenceClass, UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Lock, VersioningScheme } from "@knockon/extract/ecosystem";
import type { Argument, OpenKinds } from "@knockon/extract/interface";
import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt, workspaceId } from "./columns.ts";
import { connectedOrg } from "./connected-org.sql.ts";
import { repository } from "./repository.sql.ts";

/** One row per (connected org, type, name), produced in the workspace or only consumed there. */
export const artifact = pgTable(
  "artifact",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    artifactType: text("artifact_type").$type<ArtifactType>().notNull(),
    name: text("name").notNull(),
    /** The latest known version, by `versioning`. */
    version: text("version"),
    versioning: text("versioning").$type<VersioningScheme>().notNull(),
    registryUrl: text("registry_url"),
    sourceRepositoryId: uuid("source_repository_id"),
    /** Every known version of a first-party artifact, newest first. */
    versions: jsonb("versions").$type<string[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique("artifact_workspace_id").on(table.workspaceId, table.id),
    index("artifact_source").on(table.workspaceId, table.sourceRepositoryId),
    unique("artifact_identity").on(table.connectedOrgId, table.artifactType, table.name),
    foreignKey({
      name: "artifact_connected_org",
      columns: [table.workspaceId, table.connectedOrgId],
      foreignColumns: [connectedOrg.workspaceId, connectedOrg.id],
    }).onDelete("cascade"),
  ],
);

/** Current declarations of the published scans, one row per use. Publishing updates them by difference. */
export const dependency = pgTable(
  "dependency",
  {
    /** UUIDv5 of source repository, type, version, file, line and raw reference. */
    id: id(),
    workspaceId: workspaceId(),
    connectedOrgId: uuid("connected_org_id").notNull(),
    sourceRepositoryId: uuid("source_repository_id").notNull(),
    targetRepositoryId: uuid("target_repository_id"),
    artifactId: uuid("artifact_id").notNull(),
    ecosystem: text("ecosystem").notNull(),
    dependencyType: text("dependency_type").$type<ArtifactType>().notNull(),
    versionConstraint: text("version_constraint"),
    versionConstraintState: text("version_constraint_state").$type<VersionConstraintState>().notNull(),
    versionComment: text("version_comment"),
    versioning: text("versioning").$type<VersioningScheme>().notNull(),
    sourceFile: text("source_file").notNull(),
    sourceLine: integer("source_line").notNull(),
    rawReference: text("raw_reference").notNull(),
    /** In thousandths. */
    confidence: smallint("confidence").notNull(),
    evidenceClass: text("evidence_class").$type<EvidenceClass>().notNull(),
    evidenceRule: text("evidence_rule").notNull(),
    /** Never `external`, which depends on `own_namespace` when the row is read. */
    reason: text("reason").$type<Exclude<UnresolvedReason, "external">>(),
    /** What the declaration is external to, if none of it is in `own_namespace`. Empty for a declaration with a target. */
    namespaces: text("namespaces").array().notNull().default([]),
    role: text("role").$type<Role>().notNull().default("runtime"),
    /** The scope that the declaration belongs to: see `extract/src/scope.ts`. */
    scope: text("scope"),
    /** What is declared: a scope of the target repository, or a set of them. Null without a target. */
    targetScope: text("target_scope"),
    locked: jsonb("locked").$type<Lock>(),
    /** What the consumer passes and reads. Null without a target, or if the ecosystem does not read it. */
    arguments: jsonb("arguments").$type<Argument[]>(),
    openArguments: jsonb("open_arguments").$type<OpenKinds>(),
  },
  (table) => [
    index("dependency_source").on(
      table.workspaceId,
      table.sourceRepositoryId,
      table.sourceFile,
      table.sourceLine,
      table.id,
    ),
    index("dependency_target")
      .on(table.workspaceId, table.targetRepositoryId, table.sourceRepositoryId)
      .where(sql`target_repository_id is not null`),
    index("dependency_artifact").on(table.workspaceId, table.artifactId),
    index("dependency_org").on(table.workspaceId, table.connectedOrgId, table.id),
    foreignKey({
      name: "dependency_source_repository",
      columns: [table.workspaceId, table.sourceRepositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "dependency_target_repository",
      columns: [table.workspaceId, table.targetRepositoryId],
      foreignColumns: [repository.workspaceId, repository.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "dependency_artifact_id",
      columns: [table.workspaceId, table.artifactId],
      foreignColumns: [artifact.workspaceId, artifact.id],
    }).onDelete("cascade"),
  ],
);
