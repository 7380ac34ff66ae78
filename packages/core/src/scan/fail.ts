import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { scan, scanRepository, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { markRefused } from "../connected-org/credential.ts";
import type { OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { CredentialRefusedError } from "../ports/git-host.ts";
import { addCounts, withOrgErrors } from "./count.ts";
import { isPending, type RepositoryMessage } from "./lease.ts";
import type { ScanRow } from "./scan-row.ts";

/** Counts a repository as failed; it keeps its previous data. Returns undefined if it is no longer pending. */
export function failRepository(
  ctx: Context,
  message: RepositoryMessage,
  error: { code: string; message: string },
): Promise<ScanRow | undefined> {
  ctx.log.info("repository failed", { code: error.code, cause: error.message });
  return inWorkspace(ctx, async (tx) => {
    const marked = await tx
      .update(scanRepository)
      .set({ status: "failed", leaseUntil: null, errorCode: error.code, errorMessage: error.message })
      .where(isPending(message))
      .returning({ repositoryId: scanRepository.repositoryId });
    return marked.length === 0 ? undefined : addCounts(ctx, tx, message.scanId, { failedRepos: 1 });
  });
}

/** Fails a scan that could not run. The graph of the last published scan stays current. */
export const failScan = (ctx: Context, scanId: string, error: OrgError): Promise<void> =>
  inWorkspace(ctx, (tx) => failScanIn(ctx, tx, scanId, error));

/** Fails a scan whose host refused the org's credential. */
export async function failRefused(
  ctx: Context,
  scanId: string,
  org: OrgRow,
  { message }: CredentialRefusedError,
): Promise<void> {
  await markRefused(ctx, org);
  await failScan(ctx, scanId, { code: "credential_refused", message });
}

/** Runs `failScan` within the caller's transaction. */
export async function failScanIn(
  ctx: Context,
  tx: Transaction,
  scanId: string,
  error: OrgError,
): Promise<void> {
  const now = ctx.now();
  await tx
    .update(scan)
    .set({
      status: "failed",
      orgErrors: withOrgErrors([error]),
      completedAt: now,
      updatedAt: now,
    })
    .where(and(eq(scan.id, scanId), inArray(scan.status, ["pending", "running"])));
  ctx.log.info("scan failed", { scanId, code: error.code, cause: error.message });
}
