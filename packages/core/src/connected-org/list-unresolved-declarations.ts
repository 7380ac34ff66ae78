import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { DEPENDENCY_ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { and, asc, eq, ilike, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import { containing, orderBy, type Page, type Sort } from "../page.ts";
import {
  declarationColumns,
  isExternal,
  isUnresolved,
  presentDeclaration,
  reasonColumn,
} from "../repository/declarations.ts";
import { presentReference } from "../repository/repository-row.ts";
import { getOrgRow } from "./org-row.ts";

interface Filter {
  connectedOrgId: string;
  artifactType?: ArtifactType | undefined;
  /** By default, all except `external`. */
  reason?: UnresolvedReason | undefined;
  /** By default, all except mentions. */
  role?: readonly Role[] | undefined;
  /** A substring of the raw reference. */
  q?: string | undefined;
  sort?: Sort<keyof typeof SORT_COLUMNS> | undefined;
}

const SORT_COLUMNS = {
  raw_reference: dependency.rawReference,
  reason: reasonColumn,
  dependency_type: dependency.dependencyType,
  source_repository: repository.fullPath,
  /** How many of the listed declarations name the same artifact. */
  occurrences: sql`count(*) over (partition by ${dependency.artifactId})`,
};

/** Returns an org's unresolved declarations or its external ones, by default ordered by repository, file and line. */
export function listUnresolvedDeclarations(
  ctx: Context,
  { connectedOrgId, artifactType, reason, role = DEPENDENCY_ROLES, q, sort, limit, offset }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const where = and(
      eq(dependency.connectedOrgId, connectedOrgId),
      reason === "external" ? isExternal : isUnresolved,
      inArray(dependency.role, [...role]),
      artifactType === undefined ? undefined : eq(dependency.dependencyType, artifactType),
      reason === undefined || reason === "external" ? undefined : eq(dependency.reason, reason),
      q === undefined ? undefined : ilike(dependency.rawReference, containing(q)),
    );
    const total = await tx.$count(dependency, where);
    // Only the IDs, because Postgres would sort all columns of all declarations.
    const page = await tx
      .select({ id: dependency.id })
      .from(dependency)
      .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
      .where(where)
      .orderBy(
        ...orderBy(
          sort,
          SORT_COLUMNS,
          // The declarations of an artifact stay together.
          ...(sort?.endsWith("occurrences") ? [asc(dependency.artifactId)] : []),
          asc(repository.fullPath),
          asc(dependency.sourceFile),
          asc(dependency.sourceLine),
          asc(dependency.id),
        ),
      )
      .limit(limit)
      .offset(offset);
    const ids = page.map(({ id }) => id);
    const found = await tx
      .select({ dependency: declarationColumns, reason: reasonColumn, source: repository })
      .from(dependency)
      .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
      .where(inArray(dependency.id, ids));
    const byId = new Map(found.map((row) => [row.dependency.id, row]));
    const rows = ids.flatMap((id) => byId.get(id) ?? []);
    const ownerOf = await loadLineOwners(
      ctx,
      tx,
      rows.map((row) => row.source.id),
    );
    const body = rows.map((row) => ({
      ...presentDeclaration(row.dependency),
      sourceRepositoryId: row.source.id,
      sourceRepository: presentReference(row.source),
      targetRepositoryId: null,
      targetRepository: null,
      reason: row.reason,
      owner: ownerOf(row.source.id, row.dependency.sourceFile),
    }));
    return { total, body };
  });
}
