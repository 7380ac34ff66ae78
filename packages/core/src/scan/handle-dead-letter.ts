import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { withFields, type Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { ScanOverError, sendFinishIfDone } from "./count.ts";
import { failRepository } from "./fail-repository.ts";
import { endFailed } from "./fail-scan.ts";
import type { RepositoryMessage } from "./lease.ts";

const CODE = "gave_up";

/**
 * Ends what a message asked for that no worker could do, so that its scan goes on or ends: a repository fails, and
 * with a plan or a finish the whole scan. Changes nothing where that was done meanwhile, or is no longer there.
 */
export async function handleDeadLetter(base: Context, message: ScanMessage): Promise<void> {
  const { kind: _, ...ids } = message;
  const ctx = { ...base, log: withFields(base.log, ids) };
  try {
    if (message.kind === "scan-repository") await giveUpRepository(ctx, message);
    // The pushes that wait for a scan are rows: the sweeper asks for it again.
    else if (message.kind !== "start-rescan") await giveUpScan(ctx, message);
  } catch (error) {
    if (!(error instanceof ScanOverError)) throw error;
  }
}

async function giveUpRepository(ctx: Context, message: RepositoryMessage): Promise<void> {
  const text = "Reading this repository was given up after several attempts.";
  const counted = await failRepository(ctx, message, CODE, text);
  if (counted) await sendFinishIfDone(ctx, counted);
}

/** A plan that another message completed needs this one no more. */
function giveUpScan(
  ctx: Context,
  { kind, scanId }: Extract<ScanMessage, { kind: "plan-scan" | "finish-scan" }>,
): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx
      .select({ plannedAt: scan.plannedAt })
      .from(scan)
      .where(and(eq(scan.id, scanId), inArray(scan.status, ["pending", "running"])))
      .for("update");
    if (!row || (kind === "plan-scan" && row.plannedAt !== null)) return;
    const what = kind === "plan-scan" ? "Listing the repositories" : "Publishing the results";
    await endFailed(ctx, tx, scanId, { code: CODE, message: `${what} was given up after several attempts.` });
  });
}
