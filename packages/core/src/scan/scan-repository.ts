import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { HostRefusedError, RepositoryUnreadableError } from "../ports/git-host.ts";
import { isRunning, ScanOverError, sendFinishIfDone, settle } from "./count.ts";
import type { ScanRow } from "./scan-row.ts";
import { storeExtraction } from "./store-extraction.ts";

interface Input {
  scanId: string;
  repositoryId: string;
}

/** Longer than any repository takes; a worker that is silent for this long is dead. */
export const LEASE_MS = 10 * 60 * 1000;
const MAX_ATTEMPTS = 3;

/**
 * Reads one repository and counts it, exactly once however often the message comes. A repository that cannot be
 * read, or whose reading failed or ended its worker three times, is a failed one: it keeps its previous data, and the
 * scan goes on.
 */
export async function scanRepositoryOnce(ctx: Context, input: Input): Promise<void> {
  const leased = await lease(ctx, input);
  if (!leased) return;
  let counted: ScanRow | undefined;
  try {
    counted = await read(ctx, input, leased);
  } catch (error) {
    // Else the message would come again while the lease of this attempt still holds, and be taken for a duplicate.
    if (!(error instanceof ScanOverError)) await release(ctx, input, leased).catch(() => {});
    throw error;
  }
  if (counted) await sendFinishIfDone(ctx, counted);
}

type Leased = NonNullable<Awaited<ReturnType<typeof lease>>>;

/** The attempt is committed before the work begins, so that work which kills its process is counted too. */
function lease(ctx: Context, input: Input) {
  return inWorkspace(ctx, async (tx) => {
    const now = ctx.now();
    const isFree = or(isNull(scanRepository.leaseUntil), lt(scanRepository.leaseUntil, now));
    const [row] = await tx
      .update(scanRepository)
      .set({ attempt: sql`${scanRepository.attempt} + 1`, leaseUntil: new Date(now.getTime() + LEASE_MS) })
      .where(and(isPending(input), isFree, exists(isRunning(tx, input.scanId))))
      .returning({ attempt: scanRepository.attempt, commitSha: scanRepository.commitSha });
    if (!row?.commitSha) return undefined;
    const [found] = await tx
      .select({ repository, org: connectedOrg })
      .from(repository)
      .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
      .where(eq(repository.id, input.repositoryId));
    return found && { ...found, attempt: row.attempt, commitSha: row.commitSha };
  });
}

/** Only its own: another worker may have taken over since. */
async function release(ctx: Context, input: Input, { attempt }: Leased): Promise<void> {
  await inWorkspace(ctx, (tx) =>
    tx
      .update(scanRepository)
      .set({ leaseUntil: null })
      .where(and(isPending(input), eq(scanRepository.attempt, attempt), exists(isRunning(tx, input.scanId)))),
  );
}

async function read(ctx: Context, input: Input, leased: Leased): Promise<ScanRow | undefined> {
  if (leased.attempt > MAX_ATTEMPTS) {
    const message = `Reading this repository failed, or ended its worker, ${MAX_ATTEMPTS} times.`;
    return fail(ctx, input, "worker_died", message);
  }
  const { repository: row, commitSha } = leased;
  try {
    const opened = await ctx.ports.openGitHost(leased.org).openSnapshot(row, commitSha);
    const extracted = await ctx.ports.extractor.extract(row, opened);
    const commit = { workspaceId: ctx.workspaceId, repositoryId: row.id, commitSha };
    return await inWorkspace(ctx, async (tx) => {
      const snapshotId = await storeExtraction(tx, commit, extracted);
      const marked = await tx
        .update(scanRepository)
        .set({ status: "scanned", snapshotId, leaseUntil: null })
        .where(isPending(input))
        .returning({ repositoryId: scanRepository.repositoryId });
      return marked.length === 0 ? undefined : settle(ctx, tx, input.scanId, { scannedRepos: marked.length });
    });
  } catch (error) {
    const isRefused = error instanceof RepositoryUnreadableError || error instanceof HostRefusedError;
    if (!isRefused) throw error;
    return fail(ctx, input, "unreadable", error.message);
  }
}

function fail(
  ctx: Context,
  input: Input,
  errorCode: string,
  errorMessage: string,
): Promise<ScanRow | undefined> {
  ctx.log.info("repository failed", { ...input, code: errorCode, cause: errorMessage });
  return inWorkspace(ctx, async (tx) => {
    const marked = await tx
      .update(scanRepository)
      .set({ status: "failed", leaseUntil: null, errorCode, errorMessage })
      .where(isPending(input))
      .returning({ repositoryId: scanRepository.repositoryId });
    return marked.length === 0 ? undefined : settle(ctx, tx, input.scanId, { failedRepos: marked.length });
  });
}

const isPending = (input: Input) =>
  and(
    eq(scanRepository.scanId, input.scanId),
    eq(scanRepository.repositoryId, input.repositoryId),
    eq(scanRepository.status, "pending"),
  );
