import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { LEAST_UUID } from "@knockon/db/bulk";
import { auditEvent } from "@knockon/db/schema/audit-event.sql";
import { subscription, subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { invitation } from "@knockon/db/schema/membership.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { and, asc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { presentAuditEvent } from "../audit-event/audit-events.ts";
import { presentOrgs } from "../connected-org/read-connected-orgs.ts";
import type { Context } from "../context.ts";
import { presentEdge } from "../graph/get-graph.ts";
import { loadGraph } from "../graph/load-graph.ts";
import { selectMembers } from "../membership/members.ts";
import { presentOwnership } from "../ownership/get-ownership.ts";
import { loadCorrections } from "../ownership/person-corrections.ts";
import { presentDeclaration } from "../repository/declarations.ts";
import { isPresent, presentRepository, repositoryColumns } from "../repository/repository-row.ts";
import { presentScans } from "../scan/scan-row.ts";
import { getWorkspaceRow } from "./workspace-row.ts";

const PAGE_SIZE = 1000;
/** A scan lists up to 1,000 failed repositories. */
const SCANS_PAGE_SIZE = 20;
/** A row holds all contributors of a repository. */
const OWNERSHIP_PAGE_SIZE = 100;

export type ExportSections = Awaited<ReturnType<typeof exportSections>>;

/** Returns the sections of the export. Each section is read page by page as it is consumed. */
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
        tx
          .select()
          .from(invitation)
          .where(gt(invitation.id, after))
          .orderBy(asc(invitation.id))
          .limit(PAGE_SIZE),
      (rows) => rows.map((row) => ({ ...row, role: row.role as Exclude<Role, "owner"> })),
    ),
    apiKeys: pages(
      (after) =>
        tx.select().from(apiKey).where(gt(apiKey.id, after)).orderBy(asc(apiKey.id)).limit(PAGE_SIZE),
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
          .limit(PAGE_SIZE),
      (rows) => rows.map(presentRepository),
    ),
    scans: pages(
      (after) =>
        tx
          .select()
          .from(scan)
          .where(and(gt(scan.id, after), inArray(scan.connectedOrgId, orgIds)))
          .orderBy(asc(scan.id))
          .limit(SCANS_PAGE_SIZE),
      (rows) => presentScans(tx, rows),
    ),
    artifacts: pages(
      (after) =>
        tx.select().from(artifact).where(gt(artifact.id, after)).orderBy(asc(artifact.id)).limit(PAGE_SIZE),
      (rows) => rows,
    ),
    dependencies: exportDependencies(tx, orgIds),
    edges: exportEdges(ctx, tx),
    ownership: await exportOwnership(ctx, tx),
    subscription: await exportSubscription(tx),
    cancellationRecords: exportCancellations(tx),
    auditEvents: pages(
      (after) =>
        tx
          .select()
          .from(auditEvent)
          .where(gt(auditEvent.id, after))
          .orderBy(asc(auditEvent.id))
          .limit(PAGE_SIZE),
      (rows) => rows.map(presentAuditEvent),
    ),
  };
}

/** Reads org by org, because an index orders the declarations of an org by ID. */
async function* exportDependencies(tx: Transaction, connectedOrgIds: readonly string[]) {
  for (const connectedOrgId of connectedOrgIds) {
    yield* pages(
      (after) =>
        tx
          .select()
          .from(dependency)
          .where(and(eq(dependency.connectedOrgId, connectedOrgId), gt(dependency.id, after)))
          .orderBy(asc(dependency.id))
          .limit(PAGE_SIZE),
      (rows) =>
        rows.map((row) => ({
          ...presentDeclaration(row),
          connectedOrgId,
          sourceRepositoryId: row.sourceRepositoryId,
          targetRepositoryId: row.targetRepositoryId,
          reason: row.reason,
        })),
    );
  }
}

async function* exportEdges(ctx: Context, tx: Transaction) {
  const graph = await loadGraph(ctx, tx);
  const edgeCount = graph.columns.source.length;
  for (let from = 0; from < edgeCount; from += PAGE_SIZE) {
    const length = Math.min(PAGE_SIZE, edgeCount - from);
    yield Array.from({ length }, (_, at) => presentEdge(graph, from + at));
  }
}

/** Yields the ownership of each repository; nothing while ownership is off. */
async function exportOwnership(ctx: Context, tx: Transaction) {
  if (ctx.settings.ownership === "off")
    return pages(
      async () => [],
      () => [],
    );
  const corrections = await loadCorrections(tx);
  return pages(
    (after) =>
      tx
        .select({
          id: ownership.repositoryId,
          credits: ownership.credits,
          teams: ownership.teams,
          computedAt: ownership.computedAt,
        })
        .from(ownership)
        .where(and(gt(ownership.repositoryId, after), isNotNull(ownership.computedAt)))
        .orderBy(asc(ownership.repositoryId))
        .limit(OWNERSHIP_PAGE_SIZE),
    (rows) => rows.map(({ id, ...known }) => ({ repositoryId: id, ...presentOwnership(known, corrections) })),
  );
}

/** Returns the subscription without its customer ID, or null if there never was one. */
async function exportSubscription(tx: Transaction) {
  const [row] = await tx.select().from(subscription);
  if (!row || row.externalSubscriptionId === null) return null;
  return {
    subscriptionStatus: row.status,
    plan: row.planKey,
    extraSeats: row.extraSeats,
    billingPeriodEnd: row.periodEnd,
    cancelAt: row.cancelAt,
    externalSubscriptionId: row.externalSubscriptionId,
    createdAt: row.createdAt,
  };
}

const exportCancellations = (tx: Transaction) =>
  pages(
    (after) =>
      tx
        .select()
        .from(subscriptionCancellation)
        .where(gt(subscriptionCancellation.id, after))
        .orderBy(asc(subscriptionCancellation.id))
        .limit(PAGE_SIZE),
    (rows) =>
      rows.map(({ actorType, actorId, ...row }) => ({ ...row, actor: { type: actorType, id: actorId } })),
  );

/** Yields pages of rows ordered by ID. Reads a page when the previous one is consumed. */
async function* pages<Row extends { id: string }, Presented>(
  select: (after: string) => PromiseLike<Row[]>,
  present: (rows: Row[]) => Presented[] | Promise<Presented[]>,
): AsyncGenerator<Presented[]> {
  let rows = await select(LEAST_UUID);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield await present(rows);
    rows = await select(last.id);
  }
}

/** Yields a section that is short enough for one page. */
async function* onePage<Presented>(select: () => PromiseLike<Presented[]>): AsyncGenerator<Presented[]> {
  yield await select();
}
