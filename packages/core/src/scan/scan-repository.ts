import { inWorkspace } from "@knockon/db/in-workspace";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { extractionKey } from "@knockon/extract/isolate/extraction-key";
import { readOwnershipFiles } from "@knockon/extract/history/read-ownership-files";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { openOrgWith } from "../connected-org/open-org.ts";
import type { Context } from "../context.ts";
import { readOwnership, type OwnershipReading } from "../ownership/read-ownership.ts";
import { storeOwnership } from "../ownership/store-ownership.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  RepositoryTooLargeError,
  RepositoryUnreadableError,
} from "../ports/git-host.ts";
import { addCounts, sendFinishIfDone, sendFinishIfStillDue } from "./count.ts";
import { failRefused, failRepository } from "./fail.ts";
import {
  deferRepository,
  holdingLease,
  isPending,
  takeLease,
  type Lease,
  type RepositoryMessage,
} from "./lease.ts";
import type { ScanRow } from "./scan-row.ts";
import { storeExtraction } from "./store-extraction.ts";

const MAX_ATTEMPTS = 3;

/** Scans one repository and counts it exactly once, however often its message is delivered. */
export async function scanRepositoryOnce(ctx: Context, message: RepositoryMessage): Promise<void> {
  const lease = await takeLease(ctx, message);
  // The scan was cancelled, another message holds the lease, or the repository is counted, perhaps by a delivery that failed after it.
  if (!lease) return sendFinishIfStillDue(ctx, message.scanId);
  if ("busyUntil" in lease) return deferRepository(ctx, message, lease.busyUntil);
  const counted =
    lease.attempt > MAX_ATTEMPTS
      ? await failRepository(ctx, message, TOO_MANY_ATTEMPTS)
      : await holdingLease(ctx, message, lease, () => readAndCount(ctx, message, lease));
  if (counted) await sendFinishIfDone(ctx, counted);
}

const TOO_MANY_ATTEMPTS = {
  code: "worker_died",
  message: `Scanning this repository failed or crashed its worker ${MAX_ATTEMPTS} times.`,
};

/** Returns undefined when the repository was not counted: deferred, counted by another worker, or its scan failed. */
async function readAndCount(
  ctx: Context,
  message: RepositoryMessage,
  lease: Lease,
): Promise<ScanRow | undefined> {
  const startedAt = ctx.now().getTime();
  try {
    const reading = await readCommit(ctx, lease);
    const counted = await storeAndCount(ctx, message, lease, reading);
    const durationMs = ctx.now().getTime() - startedAt;
    if (counted) ctx.log.info("repository scanned", { ...summaryOf(reading.extracted), durationMs });
    return counted;
  } catch (error) {
    if (error instanceof HostBusyError) {
      await deferRepository(ctx, message, error.retryAt, lease);
      return undefined;
    }
    if (error instanceof CredentialRefusedError) {
      await failRefused(ctx, message.scanId, lease.org, error);
      return undefined;
    }
    if (error instanceof RepositoryTooLargeError)
      return failRepository(ctx, message, { code: "too_large", message: error.message });
    if (error instanceof RepositoryUnreadableError || error instanceof HostRefusedError) {
      return failRepository(ctx, message, { code: "unreadable", message: error.message });
    }
    throw error;
  }
}

interface Reading {
  extracted: Awaited<ReturnType<Extractor["extract"]>>;
  ownership?: OwnershipReading;
}

/** Opens the commit, then reads its history and extracts its files. The history comes first, so that a busy host costs no extraction. */
async function readCommit(ctx: Context, lease: Lease): Promise<Reading> {
  const { repository, org, credential, scanType, commitSha } = lease;
  const host = openOrgWith(ctx, org, credential);
  const snapshot = await host.openSnapshot(repository, commitSha);
  const platform = org.platform === "local" ? undefined : org.platform;
  const source = { ...repository, platform, heuristicPatterns: org.heuristicPatterns };
  try {
    if (ctx.settings.ownership === "off") {
      return { extracted: await ctx.ports.extractor.extract(source, snapshot) };
    }
    const tree = await snapshot.tree();
    const files = await readOwnershipFiles(source, snapshot, tree);
    const ownership = await readOwnership(ctx, host, {
      repository,
      commitSha,
      files,
      isFull: scanType === "full",
    });
    const listed = { ...snapshot, tree: async () => tree };
    return { extracted: await ctx.ports.extractor.extract(source, listed), ownership };
  } finally {
    await snapshot.close?.();
  }
}

/** Stores a reading and counts the repository in one transaction. Returns undefined if it was already counted. */
function storeAndCount(
  ctx: Context,
  message: RepositoryMessage,
  { repository, org, commitSha }: Lease,
  { extracted, ownership }: Reading,
): Promise<ScanRow | undefined> {
  const commit = {
    workspaceId: ctx.workspaceId,
    repositoryId: repository.id,
    commitSha,
    fullPath: repository.fullPath,
    extractionKey: extractionKey(org.heuristicPatterns),
    createdAt: ctx.now(),
  };
  return inWorkspace(ctx, async (tx) => {
    const snapshotId = await storeExtraction(tx, commit, extracted);
    const marked = await tx
      .update(scanRepository)
      .set({ status: "scanned", snapshotId, leaseUntil: null })
      .where(isPending(message))
      .returning({ repositoryId: scanRepository.repositoryId });
    if (marked.length === 0) return undefined;
    if (ownership) await storeOwnership(ctx, tx, commit, ownership);
    return addCounts(ctx, tx, message.scanId, { scannedRepos: 1 });
  });
}

const summaryOf = ({ counts, declarations, problems }: Reading["extracted"]) => ({
  files: counts.files,
  bytes: counts.bytes,
  declarations: declarations.length,
  problems: problems.length,
});
