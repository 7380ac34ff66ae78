import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { invitation } from "@knockon/db/schema/membership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { and, asc, gt, inArray, isNull } from "drizzle-orm";
import { presentAuditEvent } from "../audit-event/list-audit-events.ts";
import { presentOrgs } from "../connected-org/present-orgs.ts";
import type { Context } from "../context.ts";
import { selectMembers } from "../membership/membership-row.ts";
import { isPresent, presentRepository, repositoryColumns } from "../repository/repository-row.ts";
import { presentScans } from "../scan/scan-row.ts";
import { exportDependencies, exportEdges } from "./export-graph.ts";
import { exportOwnership } from "./export-ownership.ts";
import { onePage, pages } from "./export-pages.ts";
import { getWorkspaceRow } from "./workspace-row.ts";

const PAGE = 1000;
/** Each names up to a thousand repositories that failed. */
const PAGE_OF_SCANS = 20;

export type ExportSections = Awaited<ReturnType<typeof exportSections>>;

/** What the lists of a workspace show, and what has been: nothing is read before it is asked for. */
export async function exportSections(ctx: Context, tx: Transaction) {
  const orgs = await tx.select().from(connectedOrg).where(isNull(connectedOrg.deletedAt));
  const orgIds = orgs.map(({ id }) => id);
  return {
    formatVersion: 1 as const,
    exportedAt: ctx.now(),
    workspace: await getWorkspaceRow(tx, ctx.workspaceId),
    members: onePage(() => selectMembers(tx)),
    invitations: pages(
      (after) =>
        tx.select().from(invitation).where(gt(invitation.id, after)).orderBy(asc(invitation.id)).limit(PAGE),
      (rows) => rows.map((row) => ({ ...row, role: row.role as Exclude<Role, "owner"> })),
    ),
    apiKeys: pages(
      (after) => tx.select().from(apiKey).where(gt(apiKey.id, after)).orderBy(asc(apiKey.id)).limit(PAGE),
      (rows) => rows,
    ),
    connectedOrgs: onePage(() => presentOrgs(tx, orgs)),
    repositories: pages(
      (after) =>
        tx
          .select(repositoryColumns)
          .from(repository)
          .where(and(gt(repository.id, after), isPresent))
          .orderBy(asc(repository.id))
          .limit(PAGE),
      (rows) => rows.map(presentRepository),
    ),
    scans: pages(
      (after) =>
        tx
          .select()
          .from(scan)
          .where(and(gt(scan.id, after), inArray(scan.connectedOrgId, orgIds)))
          .orderBy(asc(scan.id))
          .limit(PAGE_OF_SCANS),
      (rows) => presentScans(tx, rows),
    ),
    artifacts: pages(
      (after) =>
        tx.select().from(artifact).where(gt(artifact.id, after)).orderBy(asc(artifact.id)).limit(PAGE),
      (rows) => rows,
    ),
    dependencies: exportDependencies(tx, orgIds),
    edges: exportEdges(ctx, tx),
    ownership: exportOwnership(ctx, tx),
    subscription: null,
    cancellationRecords: onePage(async () => []),
    auditEvents: pages(
      (after) =>
        tx.select().from(auditEvent).where(gt(auditEvent.id, after)).orderBy(asc(auditEvent.id)).limit(PAGE),
      (rows) => rows.map(presentAuditEvent),
    ),
  };
}
