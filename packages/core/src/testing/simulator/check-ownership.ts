import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { Commit } from "@knockon/extract/history/commit";
import { creditsOf, type Credit } from "@knockon/extract/history/credits";
import { parseMailmap } from "@knockon/extract/history/mailmap";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { Tally } from "@knockon/extract/history/tally";
import { eq } from "drizzle-orm";
import type { Simulation } from "./simulation.ts";

/**
 * However it was read, what is kept of a history is what reading it whole comes to; and each newest commit's was read,
 * unless its host failed.
 */
export async function checkOwnership(simulation: Simulation): Promise<void> {
  const { ctx, world, orgIds, ledger, violate } = simulation;
  const rows = await ctx.database
    .select({ platformId: repository.platformId, ...OWNERSHIP })
    .from(ownership)
    .innerJoin(repository, eq(repository.id, ownership.repositoryId))
    .where(eq(ownership.workspaceId, ctx.workspaceId));
  if (ctx.settings.ownership === "off") {
    if (rows.length > 0) violate("histories were read though the signal is off");
    return;
  }
  const stored = new Map(rows.map((row) => [row.platformId, row]));
  const living = world.orgs.filter((_, index) => !ledger.deletedOrgIds.has(orgIds[index] ?? ""));
  for (const { platformId, isThere, heads, histories } of living.flatMap((org) => org.repositories)) {
    const row = stored.get(platformId);
    const head = heads.at(-1)?.commit;
    if (isThere && head && row?.triedCommitSha !== head)
      violate(`the newest history of ${platformId} was not read`);
    if (row?.error && !simulation.failedHistories.has(`${platformId} ${row.triedCommitSha}`))
      violate(`the history of ${platformId} was not read, though nothing was wrong: ${row.error}`);
    // Begun, and never read to its end: the repository went away first.
    const isTried = row !== undefined && row.triedCommitSha !== "";
    if (isTried && !row.error && row.commitSha !== row.triedCommitSha)
      violate(`the history of ${platformId} was tried, and is another's`);
    const history = row?.commitSha && histories.get(row.commitSha);
    if (history && told(row.credits) !== told(creditsIn(history, ctx.now())))
      violate(`of ${platformId} is kept ${told(row.credits)}, not ${told(creditsIn(history, ctx.now()))}`);
  }
}

const OWNERSHIP = {
  commitSha: ownership.commitSha,
  triedCommitSha: ownership.triedCommitSha,
  error: ownership.error,
  credits: ownership.credits,
};

function creditsIn(history: readonly Commit[], now: Date): Credit[] {
  const tally = new Tally(now);
  for (const commit of history) tally.add(commit);
  return creditsOf(tally, { mailmap: parseMailmap(""), pseudonym: (key) => key });
}

const told = (credits: readonly Credit[]): string => {
  const { busFactor, contributors, window } = ownershipOf(findPeople(credits));
  const people = contributors.map(({ name, commitCount, share }) => `${name} ${commitCount} ${share}`);
  return `${busFactor}: ${people.join(", ")}, ${window?.start} to ${window?.end}`;
};
