import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { scan, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { noteRefused } from "../connected-org/credential/credential-row.ts";
import type { OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { CredentialRefusedError } from "../ports/git-host.ts";
import { withOrgErrors } from "./count.ts";

/** Ends a scan whose loop could not run; the graph stays the one of the last published scan. */
export const failScan = (ctx: Context, scanId: string, error: OrgError): Promise<void> =>
  inWorkspace(ctx, (tx) => endFailed(ctx, tx, scanId, error));

/** Ends a scan whose host no longer accepts the org's credential: nothing more of it can be read. */
export async function endRefused(
  ctx: Context,
  scanId: string,
  org: OrgRow,
  { message }: CredentialRefusedError,
): Promise<void> {
  await noteRefused(ctx, org);
  await failScan(ctx, scanId, { code: "credential_refused", message });
}

/** `failScan` within a transaction that has more to write. */
export async function endFailed(
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
