import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { Commit } from "@knockon/extract/history/commit";
import { type Credit, creditsOf } from "@knockon/extract/history/credits";
import { parseMailmap } from "@knockon/extract/history/mailmap";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { Tally } from "@knockon/extract/history/tally";
import { eq } from "drizzle-orm";
import { transitionsOf } from "../scan-audit.ts";
import { checkGraph } from "./check-scans.ts";
import { aliasesOf, publishedBy, publishedUndisturbed } from "./reference.ts";
import { scanVersions } from "./scan-ledger.ts";
import type { Simulation } from "./simulation.ts";

/** Returns whether the org's last published scan saw its complete current state, or the org is deleted. */
export function isUpToDate({ ledger, world }: Simulation, orgId: string): boolean {
  const last = ledger.lastPublished(orgId);
  if (ledger.deletedOrgIds.has(orgId)) return true;
  return (
    last !== undefined && last.since > world.movedAt && last.row.status === "completed" && !last.wasIncomplete
  );
}

/** Checks the final state, when everything has ended and every org is up to date. */
export async function checkConvergence(simulation: Simulation): Promise<void> {
  const { orgIds, world, violate, ledger, names } = simulation;
  for (const row of ledger.inFlight) violate(`${names.scan(row.id)} is stuck`);
  for (const [index, orgId] of orgIds.entries()) {
    if (!isUpToDate(simulation, orgId)) violate(`no scan of ${world.orgs[index]?.name} completes`);
  }
  await checkEnds(simulation);
  await checkGraph(simulation);
  await checkAliases(simulation);
  await checkOwnership(simulation);
  await checkPublished(simulation);
}

/** Checks that each scan ended once and was not written afterward. */
async function checkEnds({ ctx, ledger, names, violate }: Simulation): Promise<void> {
  for (const { row, versions } of ledger.scans) {
    const transitions = (await transitionsOf(ctx.database, row.id)).filter((status) => status !== "running");
    if (transitions.length !== 1) violate(`${names.scan(row.id)} ended as ${transitions.join(", then ")}`);
    if ((await scanVersions(ctx, row.id)) !== versions)
      violate(`${names.scan(row.id)} was written after it was ${row.status}`);
  }
}

/** Checks that a former path is an alias of a repository that had it, unless another repository has it now. */
async function checkAliases({ ctx, world, ledger, orgIds, violate }: Simulation): Promise<void> {
  const living = world.orgs.filter((_, index) => !ledger.deletedOrgIds.has(orgIds[index] ?? ""));
  const repositories = living.flatMap((org) => org.repositories);
  const aliases = await aliasesOf(ctx);
  for (const { platformId, paths } of repositories) {
    const own = aliases.filter((alias) => alias.platformId === platformId).map(({ path }) => path);
    const taken = own.find((path) => repositories.some((one) => one.isThere && one.fullPath === path));
    const invented = own.find((path) => !paths.has(path));
    if (taken) violate(`${taken} is an alias of ${platformId} and the path of another repository`);
    if (invented) violate(`${invented} is an alias of ${platformId}, which never had it`);
  }
}

async function checkPublished({ ctx, world, orgIds, ledger, violate }: Simulation): Promise<void> {
  const living = world.orgs.filter((_, index) => !ledger.deletedOrgIds.has(orgIds[index] ?? ""));
  const expected = await publishedUndisturbed(ctx, living);
  const found = await publishedBy(ctx);
  const missing = expected.filter((one) => !found.includes(one));
  const surplus = found.filter((one) => !expected.includes(one));
  if (missing.length + surplus.length > 0 || found.length !== expected.length)
    violate(
      `the published data differs from an undisturbed scan; missing: [${missing.join("; ")}], wrong: [${surplus.join("; ")}]`,
    );
}

/** Checks that the stored ownership equals that of the whole history, and that newest commits were read unless the host failed. */
async function checkOwnership(simulation: Simulation): Promise<void> {
  const { ctx, world, orgIds, ledger, violate } = simulation;
  const rows = await ctx.database
    .select({ platformId: repository.platformId, ...OWNERSHIP })
    .from(ownership)
    .innerJoin(repository, eq(repository.id, ownership.repositoryId))
    .where(eq(ownership.workspaceId, ctx.workspaceId));
  if (ctx.settings.ownership === "off") {
    if (rows.length > 0) violate("histories were read while ownership is off");
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
      violate(`the history of ${platformId} was not read without a fault: ${row.error}`);
    // Otherwise only partly read, because the repository was deleted.
    const isTried = row !== undefined && row.triedCommitSha !== "";
    if (isTried && !row.error && row.commitSha !== row.triedCommitSha)
      violate(`the history of ${platformId} was tried, but another commit's is stored`);
    const history = row?.commitSha && histories.get(row.commitSha);
    if (history && describe(row.credits) !== describe(creditsIn(history, ctx.now())))
      violate(
        `the ownership of ${platformId} is ${describe(row.credits)}, not ${describe(creditsIn(history, ctx.now()))}`,
      );
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

const describe = (credits: readonly Credit[]): string => {
  const { busFactor, contributors, window } = ownershipOf(findPeople(credits));
  const people = contributors.map(({ name, commitCount, share }) => `${name} ${commitCount} ${share}`);
  return `${busFactor}: ${people.join(", ")}, ${window?.start} to ${window?.end}`;
};
