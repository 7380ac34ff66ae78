import { repository } from "@knockon/db/schema/repository.sql";
import { eq } from "drizzle-orm";
import type { Simulation } from "./simulation.ts";

/** A push that was accepted is read without anybody asking for a scan, unless that was cancelled or could not read it. */
export async function checkPushes(simulation: Simulation): Promise<void> {
  const { ctx, told, world, orgIds, ledger, violate } = simulation;
  const stored = await ctx.database
    .select()
    .from(repository)
    .where(eq(repository.workspaceId, ctx.workspaceId));
  for (const [index, { repositories }] of world.orgs.entries()) {
    const orgId = orgIds[index] ?? "";
    if (ledger.deletedOrgIds.has(orgId) || wasCancelled(simulation, orgId)) continue;
    for (const { platformId, heads, isThere, since } of repositories) {
      const last = heads.at(-1);
      const toldAt = told.get(platformId);
      if (!isThere || !last || toldAt === undefined || Math.max(last.step, since) > toldAt) continue;
      const row = stored.find((one) => one.platformId === platformId);
      if (row?.failedAt == null && row?.lastCommitSha !== last.commit)
        violate(`the push to ${platformId} at step ${toldAt} was never read`);
    }
  }
}

const wasCancelled = ({ ledger }: Simulation, orgId: string): boolean =>
  ledger.scans.some(
    ({ row }) => row.connectedOrgId === orgId && row.startedBy === "push" && row.status === "cancelled",
  );
