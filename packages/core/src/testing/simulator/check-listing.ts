import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq } from "drizzle-orm";
import type { KnownScan } from "./scan-ledger.ts";
import type { Simulation } from "./simulation.ts";
import { headsSince, type SimulatedRepository } from "./world.ts";

/** What was there from a scan's trigger to its end is part of it, what was not is gone; the rest can be either. */
export async function checkListing(simulation: Simulation, known: KnownScan): Promise<void> {
  const { world, orgIds, names, ledger, violate } = simulation;
  const { row, since } = known;
  const repositories = world.orgs[orgIds.indexOf(row.connectedOrgId)]?.repositories ?? [];
  const unmoved = repositories.filter((one) => one.since < since);
  const least = sawAll(known) ? unmoved.filter((one) => one.isThere).length : 0;
  const most = repositories.filter((one) => one.isThere || one.since >= since).length;
  if (row.totalRepos < least || row.totalRepos > most)
    violate(
      `${names.scan(row.id)} counts ${row.totalRepos} repositories, and ${least} to ${most} were listed`,
    );
  const stored = await findStored(simulation, known);
  for (const one of unmoved) checkRepository(simulation, known, one, stored.get(one.platformId));
  for (const { platformId, lastCommitSha } of stored.values()) ledger.commits.set(platformId, lastCommitSha);
}

/** Whether its listing was the whole org. */
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
    violate(`${name} took ${platformId} for gone`);
  if (stored?.status === "pending") violate(`${name} is published without ${platformId}`);
  const isKept = stored?.lastCommitSha === (ledger.commits.get(platformId) ?? null);
  if (stored?.status === "failed" && !isKept)
    violate(`${name} could not read ${platformId}, and forgot what it had`);
  if (!sawAll(known)) return;
  if (isThere && isAbsent) violate(`${name} does not know ${platformId}`);
  if (!isThere && !isAbsent) violate(`${name} kept ${platformId}, which is gone`);
  if (isThere && stored && stored.status !== "failed" && !headsSince(heads, since).has(stored.lastCommitSha))
    violate(`${name} has an old commit of ${platformId}`);
}
