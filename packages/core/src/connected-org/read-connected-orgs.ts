import type { CredentialStatus } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, asc, count, desc, inArray, isNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { presentScans } from "../scan/scan-row.ts";
import { getOrgRow, type OrgRow } from "./org-row.ts";

/** Throws NotFoundError. */
export function getConnectedOrg(ctx: Context, input: { connectedOrgId: string }) {
  return inWorkspace(ctx, async (tx) => presentOrg(tx, await getOrgRow(tx, input.connectedOrgId)));
}

/** Returns the workspace's orgs, ordered by name. */
export function listConnectedOrgs(ctx: Context, page: Page) {
  return inWorkspace(ctx, async (tx) => {
    const live = isNull(connectedOrg.deletedAt);
    const total = await tx.$count(connectedOrg, live);
    const rows = await tx
      .select()
      .from(connectedOrg)
      .where(live)
      .orderBy(asc(connectedOrg.name), asc(connectedOrg.id))
      .limit(page.limit)
      .offset(page.offset);
    return { total, body: await presentOrgs(tx, rows) };
  });
}

/** Adds the repository count, the last scan and the credential's status to each org. Never exposes the credential itself. */
export async function presentOrgs(tx: Transaction, rows: readonly OrgRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const counts = await tx
    .select({ id: repository.connectedOrgId, count: count() })
    .from(repository)
    .where(and(inArray(repository.connectedOrgId, ids), isNull(repository.absentSince)))
    .groupBy(repository.connectedOrgId);
  const lastScans = await tx
    .selectDistinctOn([scan.connectedOrgId])
    .from(scan)
    .where(inArray(scan.connectedOrgId, ids))
    .orderBy(scan.connectedOrgId, desc(scan.createdAt), scan.id);
  const scans = await presentScans(tx, lastScans);
  const credentials = await tx
    .select({
      id: credential.id,
      isRefused: sql<boolean>`${credential.refusedAt} is not null`,
      isGiven: sql<boolean>`num_nonnulls(${credential.accessTokenEncrypted}, ${credential.installationId}) > 0`,
    })
    .from(credential)
    .where(
      inArray(
        credential.id,
        rows.flatMap((row) => row.credentialId ?? []),
      ),
    );
  return rows.map((row) => ({
    ...row,
    credentialStatus: statusOf(credentials.find((one) => one.id === row.credentialId)),
    repositoryCount: counts.find((one) => one.id === row.id)?.count ?? 0,
    lastScan: scans.find((one) => one.connectedOrgId === row.id) ?? null,
  }));
}

const statusOf = (found: { isRefused: boolean; isGiven: boolean } | undefined): CredentialStatus =>
  !found?.isGiven ? "none" : found.isRefused ? "refused" : "valid";

export async function presentOrg(tx: Transaction, row: OrgRow) {
  const [presented] = await presentOrgs(tx, [row]);
  if (!presented) throw new Error("One org in, one org out.");
  return presented;
}
