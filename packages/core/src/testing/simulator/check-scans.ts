import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq } from "drizzle-orm";
import { graphKey } from "../../graph/load-graph.ts";
import type { KnownScan } from "./scan-ledger.ts";
import type { Simulation } from "./simulation.ts";
import { headsSince, type SimulatedRepository } from "./world.ts";

const MAX_INTERRUPTIONS = 3;

/** Checks a scan at the commit that ended it. */
export async function checkEnd(simulation: Simulation, known: KnownScan): Promise<void> {
  checkInterruptions(simulation, known);
  if (known.row.status === "failed") checkReason(simulation, known);
  if (known.row.status === "completed" || known.row.status === "partial") {
    checkCounts(simulation, known);
    await checkListing(simulation, known);
    await checkGraph(simulation);
  }
}

function checkInterruptions({ violate, names, faults }: Simulation, { row }: KnownScan): void {
  const name = names.scan(row.id);
  if (row.interruptionCount > 0 && faults.isGentle) violate(`${name} was interrupted without a fault`);
  if (row.interruptionCount > MAX_INTERRUPTIONS) violate(`${name} continued after its third interruption`);
  if (row.interruptionCount === MAX_INTERRUPTIONS && row.status !== "failed" && row.status !== "cancelled")
    violate(`${name} is ${row.status} after its third interruption`);
}

function checkReason({ violate, names }: Simulation, known: KnownScan): void {
  const codes = known.row.orgErrors.map((error) => error.code).join(", ");
  const wasInterrupted = known.row.interruptionCount === MAX_INTERRUPTIONS;
  if (!known.wasRefused && !known.wasGivenUp && !wasInterrupted)
    violate(`${names.scan(known.row.id)} failed (${codes}) without a reason`);
}

function checkCounts({ violate, names }: Simulation, { row }: KnownScan): void {
  const counts = `${row.scannedRepos} scanned, ${row.skippedRepos} skipped, ${row.failedRepos} failed`;
  if (row.scannedRepos + row.skippedRepos + row.failedRepos !== row.totalRepos)
    violate(`${names.scan(row.id)} ended with ${counts} of ${row.totalRepos}`);
  if ((row.status === "partial") !== row.failedRepos > 0)
    violate(`${names.scan(row.id)} is ${row.status} with ${counts}`);
}

/** Checks that the published graph can be read. */
export async function checkGraph({ ctx, violate }: Simulation): Promise<void> {
  const [row] = await ctx.database
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  if (!row?.hash) return;
  const bytes = await ctx.ports.blobStore.get(graphKey(ctx.workspaceId, row.hash));
  if (!bytes) violate("the published graph is not in the blob store");
}

/** Checks that the scan contains the repositories that existed from its trigger to its end, and none that did not. */
export async function checkListing(simulation: Simulation, known: KnownScan): Promise<void> {
  const { world, orgIds, names, ledger, violate } = simulation;
  const { row, since } = known;
  const repositories = world.orgs[orgIds.indexOf(row.connectedOrgId)]?.repositories ?? [];
  const unmoved = repositories.filter((one) => one.since < since);
  const least = sawAll(known) ? unmoved.filter((one) => one.isThere).length : 0;
  const most = repositories.filter((one) => one.isThere || one.since >= since).length;
  if (row.totalRepos < least || row.totalRepos > most)
    violate(
      `${names.scan(row.id)} counts ${row.totalRepos} repositories, but ${least} to ${most} were listed`,
    );
  const stored = await findStored(simulation, known);
  for (const one of unmoved) checkRepository(simulation, known, one, stored.get(one.platformId));
  for (const { platformId, lastCommitSha } of stored.values()) ledger.commits.set(platformId, lastCommitSha);
}

/** Returns whether the scan listed the whole org. */
const sawAll = ({ row, wasIncomplete }: KnownScan): boolean => row.startedBy !== "push" && !wasIncomplete;

type Stored = Awaited<ReturnType<typeof findStored>> extends Map<string, infer Row> ? Row : never;

async function findStored({ ctx }: Simulation, { row }: KnownScan) {
  const rows = await ctx.database
    .select({
      platformId: repository.platformId,
      absentSince: repository.absentSince,
      lastCommitSha: repository.lastCommitSha,
      status: scanRepository.status,
    })
    .from(repository)
    .leftJoin(
      scanRepository,
      and(eq(scanRepository.repositoryId, repository.id), eq(scanRepository.scanId, row.id)),
    )
    .where(eq(repository.connectedOrgId, row.connectedOrgId));
  return new Map(rows.map((one) => [one.platformId, one]));
}

function checkRepository(
  { violate, names, ledger }: Simulation,
  known: KnownScan,
  { platformId, isThere, heads }: SimulatedRepository,
  stored: Stored | undefined,
): void {
  const { row, since } = known;
  const name = names.scan(row.id);
  const isAbsent = stored === undefined || stored.absentSince !== null;
  if (isThere && stored?.absentSince && stored.absentSince >= row.createdAt)
    violate(`${name} marked ${platformId} as absent`);
  if (stored?.status === "pending") violate(`${name} was published without ${platformId}`);
  const isKept = stored?.lastCommitSha === (ledger.commits.get(platformId) ?? null);
  if (stored?.status === "failed" && !isKept)
    violate(`${name} could not read ${platformId} and lost its previous data`);
  if (!sawAll(known)) return;
  if (isThere && isAbsent) violate(`${name} is missing ${platformId}`);
  if (!isThere && !isAbsent) violate(`${name} kept ${platformId}, which is gone`);
  if (isThere && stored && stored.status !== "failed" && !headsSince(heads, since).has(stored.lastCommitSha))
    violate(`${name} has an old commit of ${platformId}`);
}

/** Checks that accepted pushes were scanned, unless their scan was cancelled or failed to read the repository. */
export async function checkPushes(simulation: Simulation): Promise<void> {
  const { ctx, acceptedPushes, world, orgIds, ledger, violate } = simulation;
  const stored = await ctx.database
    .select()
    .from(repository)
    .where(eq(repository.workspaceId, ctx.workspaceId));
  for (const [index, { repositories }] of world.orgs.entries()) {
    const orgId = orgIds[index] ?? "";
    if (ledger.deletedOrgIds.has(orgId) || wasCancelled(simulation, orgId)) continue;
    for (const { platformId, heads, isThere, since } of repositories) {
      const last = heads.at(-1);
      const acceptedAt = acceptedPushes.get(platformId);
      if (!isThere || !last || acceptedAt === undefined || Math.max(last.step, since) > acceptedAt) continue;
      const row = stored.find((one) => one.platformId === platformId);
      if (row?.failedAt == null && row?.lastCommitSha !== last.commit)
        violate(`the push to ${platformId} at step ${acceptedAt} was never read`);
    }
  }
}

const wasCancelled = ({ ledger }: Simulation, orgId: string): boolean =>
  ledger.scans.some(
    ({ row }) => row.connectedOrgId === orgId && row.startedBy === "push" && row.status === "cancelled",
  );
