import { transitionsOf } from "../scan-audit.ts";
import { checkGraph } from "./check-end.ts";
import { checkOwnership } from "./check-ownership.ts";
import { aliasesOf, publishedBy, publishedUndisturbed } from "./reference.ts";
import type { Simulation } from "./simulation.ts";
import { scanVersions } from "./versions.ts";

/** Its last published scan saw the world as it is now, all of it; or there is nothing to be scanned any more. */
export function isUpToDate({ ledger, world }: Simulation, orgId: string): boolean {
  const last = ledger.lastPublished(orgId);
  if (ledger.deletedOrgIds.has(orgId)) return true;
  return (
    last !== undefined && last.since > world.movedAt && last.row.status === "completed" && !last.wasIncomplete
  );
}

/** What must hold when everything has ended and every org is up to date. */
export async function checkConvergence(simulation: Simulation): Promise<void> {
  const { orgIds, world, violate, ledger, names } = simulation;
  for (const row of ledger.inFlight) violate(`${names.scan(row.id)} is stuck`);
  for (const [index, orgId] of orgIds.entries()) {
    if (!isUpToDate(simulation, orgId)) violate(`no scan of ${world.orgs[index]?.name} completes any more`);
  }
  await checkEnds(simulation);
  await checkGraph(simulation);
  await checkAliases(simulation);
  await checkOwnership(simulation);
  await checkPublished(simulation);
}

/** Each scan ended once, and nothing of it was written since. */
async function checkEnds({ ctx, ledger, names, violate }: Simulation): Promise<void> {
  for (const { row, versions } of ledger.scans) {
    const transitions = (await transitionsOf(ctx.database, row.id)).filter((status) => status !== "running");
    if (transitions.length !== 1) violate(`${names.scan(row.id)} ended as ${transitions.join(", then ")}`);
    if ((await scanVersions(ctx, row.id)) !== versions)
      violate(`${names.scan(row.id)} was written to after it was ${row.status}`);
  }
}

/** A former path leads to who had it, unless somebody has it now. */
async function checkAliases({ ctx, world, ledger, orgIds, violate }: Simulation): Promise<void> {
  const living = world.orgs.filter((_, index) => !ledger.deletedOrgIds.has(orgIds[index] ?? ""));
  const repositories = living.flatMap((org) => org.repositories);
  const aliases = await aliasesOf(ctx);
  for (const { platformId, paths } of repositories) {
    const own = aliases.filter((alias) => alias.platformId === platformId).map(({ path }) => path);
    const taken = own.find((path) => repositories.some((one) => one.isThere && one.fullPath === path));
    const invented = own.find((path) => !paths.has(path));
    if (taken) violate(`${taken} leads to ${platformId}, and is another repository's path`);
    if (invented) violate(`${invented} leads to ${platformId}, which never had it`);
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
      `published is not what an undisturbed scan publishes; missing: [${missing.join("; ")}], wrong: [${surplus.join("; ")}]`,
    );
}
