import { eq } from "drizzle-orm";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { graphKey } from "../../graph/load-graph.ts";
import { checkListing } from "./check-listing.ts";
import type { KnownScan } from "./scan-ledger.ts";
import type { Simulation } from "./simulation.ts";

const MAX_INTERRUPTIONS = 3;

/** What must hold of a scan at the commit that ended it. */
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
  if (row.interruptionCount > 0 && faults.isGentle) violate(`${name} was interrupted by nothing`);
  if (row.interruptionCount > MAX_INTERRUPTIONS) violate(`${name} outlived its third interruption`);
  if (row.interruptionCount === MAX_INTERRUPTIONS && row.status !== "failed" && row.status !== "cancelled")
    violate(`${name} is ${row.status} after its third interruption`);
}

function checkReason({ violate, names }: Simulation, known: KnownScan): void {
  const codes = known.row.orgErrors.map((error) => error.code).join(", ");
  const wasInterrupted = known.row.interruptionCount === MAX_INTERRUPTIONS;
  if (!known.wasRefused && !known.wasGivenUp && !wasInterrupted)
    violate(`${names.scan(known.row.id)} failed (${codes}) though nothing ended it`);
}

function checkCounts({ violate, names }: Simulation, { row }: KnownScan): void {
  const counts = `${row.scannedRepos} scanned, ${row.skippedRepos} skipped, ${row.failedRepos} failed`;
  if (row.scannedRepos + row.skippedRepos + row.failedRepos !== row.totalRepos)
    violate(`${names.scan(row.id)} ended with ${counts} of ${row.totalRepos}`);
  if ((row.status === "partial") !== row.failedRepos > 0)
    violate(`${names.scan(row.id)} is ${row.status} with ${counts}`);
}

/** What the workspace points to can be read. */
export async function checkGraph({ ctx, violate }: Simulation): Promise<void> {
  const [row] = await ctx.database
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  if (!row?.hash) return;
  const bytes = await ctx.ports.blobStore.get(graphKey(ctx.workspaceId, row.hash));
  if (!bytes) violate("the published graph is not in the blob store");
}
