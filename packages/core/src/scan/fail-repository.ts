import { inWorkspace } from "@knockon/db/in-workspace";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import type { Context } from "../context.ts";
import { settle } from "./count.ts";
import { isPending, type RepositoryMessage } from "./lease.ts";
import type { ScanRow } from "./scan-row.ts";

/** Counts a repository as failed: it keeps what was read of it before. Undefined when it is no longer pending. */
export function failRepository(
  ctx: Context,
  message: RepositoryMessage,
  errorCode: string,
  errorMessage: string,
): Promise<ScanRow | undefined> {
  ctx.log.info("repository failed", { code: errorCode, cause: errorMessage });
  return inWorkspace(ctx, async (tx) => {
    const marked = await tx
      .update(scanRepository)
      .set({ status: "failed", leaseUntil: null, errorCode, errorMessage })
      .where(isPending(message))
      .returning({ repositoryId: scanRepository.repositoryId });
    return marked.length === 0 ? undefined : settle(ctx, tx, message.scanId, { failedRepos: marked.length });
  });
}
