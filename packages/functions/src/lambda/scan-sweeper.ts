import { sweepScans } from "@knockon/core/scan/sweep-scans";
import { composeAws } from "../compose/aws.ts";

const shared = composeAws(process.env);

/** Each minute, by schedule. */
export async function handler(): Promise<void> {
  const sent = await sweepScans({ ...shared, actor: { type: "system" }, requestId: "sweeper" });
  if (sent > 0) shared.log.info("scans swept", { sent });
}
