import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import type { SnapshotExtraction } from "@knockon/extract/isolate/extractor";
import { EXTRACTION_KEY } from "@knockon/extract/registry";
import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { RepositoryUnreadableError } from "../ports/git-host.ts";
import { ScanOverError, sendFinishIfDone, settle } from "./count.ts";
import type { ScanRow } from "./scan-row.ts";

interface Input {
  scanId: string;
  repositoryId: string;
}

/** Longer than any repository takes; a worker that is silent for this long is dead. */
export const LEASE_MS = 10 * 60 * 1000;
const MAX_ATTEMPTS = 3;

/**
 * Reads one repository and counts it, exactly once however often the message comes. A repository that cannot be
 * read, or that killed three workers, is a failed one: it keeps its previous data, and the scan goes on.
 */
export async function scanRepositoryOnce(ctx: Context, input: Input): Promise<void> {
  const leased = await lease(ctx, input);
  if (!leased) return;
  try {
    const counted = await read(ctx, input, leased);
    if (counted) await sendFinishIfDone(ctx, counted);
  } catch (error) {
    if (!(error instanceof ScanOverError)) throw error;
  }
}

type Leased = NonNullable<Awaited<ReturnType<typeof lease>>>;

/** The attempt is committed before the work begins, so that work which kills its process is counted too. */
function lease(ctx: Context, input: Input) {
  return inWorkspace(ctx, async (tx) => {
    const now = ctx.now();
    const running = tx
      .select({ one: sql`1` })
      .from(scan)
      .where(and(eq(scan.id, input.scanId), eq(scan.status, "running")));
    const [row] = await tx
      .update(scanRepository)
      .set({ attempt: sql`${scanRepository.attempt} + 1`, leaseUntil: new Date(now.getTime() + LEASE_MS) })
      .where(
        and(
          isPending(input),
          or(isNull(scanRepository.leaseUntil), lt(scanRepository.leaseUntil, now)),
          exists(running),
        ),
      )
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

async function read(ctx: Context, input: Input, leased: Leased): Promise<ScanRow | undefined> {
  if (leased.attempt > MAX_ATTEMPTS) {
    return fail(ctx, input, "worker_died", `Reading this repository ended the worker ${MAX_ATTEMPTS} times.`);
  }
  try {
    const { repository: row, commitSha } = leased;
    const opened = await ctx.ports.openGitHost(leased.org).openSnapshot(row, commitSha);
    const extracted = await ctx.ports.extractor.extract(row, opened);
    return await inWorkspace(ctx, (tx) => store(ctx, tx, input, commitSha, extracted));
  } catch (error) {
    if (!(error instanceof RepositoryUnreadableError)) throw error;
    return fail(ctx, input, "unreadable", error.message);
  }
}

async function store(
  ctx: Context,
  tx: Transaction,
  input: Input,
  commitSha: string,
  extracted: SnapshotExtraction,
) {
  const { declarations, artifacts, problems } = extracted;
  const content = { declarations, artifacts };
  const owner = { workspaceId: ctx.workspaceId, repositoryId: input.repositoryId };
  const contentHash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const [storedExtraction] = await tx
    .insert(extraction)
    .values({ ...owner, id: randomUUID(), contentHash, content })
    // Touching the row makes `returning` give it also when it was there.
    .onConflictDoUpdate({ target: [extraction.repositoryId, extraction.contentHash], set: { contentHash } })
    .returning({ id: extraction.id });
  if (!storedExtraction) throw new Error("An upsert returns its row.");
  const [storedSnapshot] = await tx
    .insert(snapshot)
    .values({
      ...owner,
      id: randomUUID(),
      commitSha,
      extractionKey: EXTRACTION_KEY,
      extractionId: storedExtraction.id,
      problems,
    })
    .onConflictDoUpdate({
      target: [snapshot.repositoryId, snapshot.commitSha, snapshot.extractionKey],
      set: { extractionId: storedExtraction.id, problems },
    })
    .returning({ id: snapshot.id });
  if (!storedSnapshot) throw new Error("An upsert returns its row.");
  const marked = await tx
    .update(scanRepository)
    .set({ status: "scanned", snapshotId: storedSnapshot.id, leaseUntil: null })
    .where(isPending(input))
    .returning({ repositoryId: scanRepository.repositoryId });
  return marked.length === 0 ? undefined : settle(ctx, tx, input.scanId, { scannedRepos: marked.length });
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
