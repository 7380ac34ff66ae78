import { inWorkspace } from "@knockon/db/in-workspace";
import { scanRepository } from "@knockon/db/schema/scan.sql";
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
  RepositoryUnreadableError,
} from "../ports/git-host.ts";
import { ScanOverError, sendFinishIfDone, settle } from "./count.ts";
import { deferScan } from "./defer.ts";
import { extractionKey } from "./extraction-key.ts";
import { endRefused } from "./fail-scan.ts";
import { failRepository } from "./fail-repository.ts";
import { isPending, putOff, releaseLease, takeLease, type Lease, type RepositoryMessage } from "./lease.ts";
import type { ScanRow } from "./scan-row.ts";
import { storeExtraction } from "./store-extraction.ts";

const MAX_ATTEMPTS = 3;

/**
 * Reads one repository and counts it, exactly once however often the message comes. A repository that cannot be
 * read, or whose reading failed or ended its worker three times, is a failed one: it keeps its previous data, and the
 * scan goes on.
 */
export async function scanRepositoryOnce(ctx: Context, message: RepositoryMessage): Promise<void> {
  const lease = await takeLease(ctx, message);
  if (!lease) return;
  if ("restUntil" in lease) {
    return deferScan(ctx, message, lease.restUntil, (tx) => putOff(tx, message, lease.restUntil));
  }
  const counted = await readLeased(ctx, message, lease);
  if (counted) await sendFinishIfDone(ctx, counted);
}

async function readLeased(
  ctx: Context,
  message: RepositoryMessage,
  lease: Lease,
): Promise<ScanRow | undefined> {
  try {
    return await read(ctx, message, lease);
  } catch (error) {
    if (error instanceof HostBusyError) {
      const { retryAt } = error;
      await deferScan(ctx, message, retryAt, (tx) => putOff(tx, message, retryAt, lease));
      return undefined;
    }
    // Else the message would come again while the lease of this attempt still holds, and be taken for a duplicate.
    if (!(error instanceof ScanOverError)) await releaseLease(ctx, message, lease).catch(() => {});
    throw error;
  }
}

async function read(ctx: Context, message: RepositoryMessage, lease: Lease): Promise<ScanRow | undefined> {
  if (lease.attempt > MAX_ATTEMPTS) {
    const text = `Reading this repository failed, or ended its worker, ${MAX_ATTEMPTS} times.`;
    return failRepository(ctx, message, "worker_died", text);
  }
  const startedAt = ctx.now().getTime();
  try {
    const { extracted, ownership } = await readCommit(ctx, lease);
    const counted = await store(ctx, message, lease, extracted, ownership);
    const durationMs = ctx.now().getTime() - startedAt;
    if (counted) ctx.log.info("repository scanned", { ...summary(extracted), durationMs });
    return counted;
  } catch (error) {
    if (error instanceof CredentialRefusedError) {
      await endRefused(ctx, message.scanId, lease.org, error);
      return undefined;
    }
    const isRefused = error instanceof RepositoryUnreadableError || error instanceof HostRefusedError;
    if (!isRefused) throw error;
    return failRepository(ctx, message, "unreadable", error.message);
  }
}

type Extracted = Awaited<ReturnType<Extractor["extract"]>>;

/** The history comes first: where its host asks for patience, nothing else is read twice. */
async function readCommit(ctx: Context, { repository, org, credential, commitSha }: Lease) {
  const host = openOrgWith(ctx, org, credential);
  const snapshot = await host.openSnapshot(repository, commitSha);
  try {
    const { heuristicPatterns } = org;
    if (ctx.settings.ownership === "off") {
      return { extracted: await ctx.ports.extractor.extract({ ...repository, heuristicPatterns }, snapshot) };
    }
    const tree = await snapshot.tree();
    const files = await readOwnershipFiles(snapshot, tree);
    const ownership = await readOwnership(ctx, host, { repository, commitSha, files });
    const listed = { ...snapshot, tree: async () => tree };
    return {
      extracted: await ctx.ports.extractor.extract({ ...repository, heuristicPatterns }, listed),
      ownership,
    };
  } finally {
    await snapshot.close?.();
  }
}

/** What was read, and that it was: one commit. Undefined when somebody else was first. */
function store(
  ctx: Context,
  message: RepositoryMessage,
  { repository, org, commitSha }: Lease,
  extracted: Extracted,
  ownership: OwnershipReading | undefined,
): Promise<ScanRow | undefined> {
  const { workspaceId } = ctx;
  const { id: repositoryId, fullPath } = repository;
  const commit = {
    workspaceId,
    repositoryId,
    commitSha,
    fullPath,
    extractionKey: extractionKey(org.heuristicPatterns),
    createdAt: ctx.now(),
  };
  return inWorkspace(ctx, async (tx) => {
    const snapshotId = await storeExtraction(tx, commit, extracted);
    if (ownership) await storeOwnership(ctx, tx, commit, ownership);
    const marked = await tx
      .update(scanRepository)
      .set({ status: "scanned", snapshotId, leaseUntil: null })
      .where(isPending(message))
      .returning({ repositoryId: scanRepository.repositoryId });
    return marked.length === 0 ? undefined : settle(ctx, tx, message.scanId, { scannedRepos: marked.length });
  });
}

const summary = ({ counts, declarations, problems }: Extracted) => ({
  files: counts.files,
  bytes: counts.bytes,
  declarations: declarations.length,
  problems: problems.length,
});
