import type { CredentialStatus } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { credential } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, count, desc, inArray, isNull, sql } from "drizzle-orm";
import { presentScans } from "../scan/scan-row.ts";
import type { OrgRow } from "./org-row.ts";

/** The orgs as the interface shows them: with their repositories counted and their last scan. Of a credential only how it stands. */
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
