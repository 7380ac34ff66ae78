import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { repeatUnknownCheck } from "../check/check-unknown.ts";
import { withFields, type Context } from "../context.ts";
import { idsOf, type ScanMessage } from "../ports/queue.ts";
import { ScanOverError, sendFinishIfDone } from "./count.ts";
import { failRepository, failScanIn } from "./fail.ts";
import type { RepositoryMessage } from "./lease.ts";

const CODE = "gave_up";

/**
 * Handles a message that every delivery failed to process, so that its scan continues or ends. A `scan-repository` message fails its
 * repository; a `plan-scan` or `finish-scan` message fails the scan; a `check-unknown` message is sent again later. Does nothing if the
 * work is already done or its target is gone.
 */
export async function handleDeadLetter(base: Context, message: ScanMessage): Promise<void> {
  const ctx = { ...base, log: withFields(base.log, idsOf(message)) };
  try {
    if (message.kind === "scan-repository") await giveUpRepository(ctx, message);
    else if (message.kind === "plan-scan" || message.kind === "finish-scan") await giveUpScan(ctx, message);
    else if (message.kind === "check-unknown") await repeatUnknownCheck(ctx, message);
    // Pending rescans and checks are rows; the sweeper starts them.
  } catch (error) {
    if (!(error instanceof ScanOverError)) throw error;
  }
}

async function giveUpRepository(ctx: Context, message: RepositoryMessage): Promise<void> {
  const text = "Scanning this repository failed after several attempts.";
  const counted = await failRepository(ctx, message, { code: CODE, message: text });
  if (counted) await sendFinishIfDone(ctx, counted);
}

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
    // Another delivery completed the plan.
    if (!row || (kind === "plan-scan" && row.plannedAt !== null)) return;
    const what = kind === "plan-scan" ? "Listing the repositories" : "Publishing the results";
    await failScanIn(ctx, tx, scanId, { code: CODE, message: `${what} failed after several attempts.` });
  });
}
