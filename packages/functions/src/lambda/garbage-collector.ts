import { collectGarbage } from "@knockon/core/garbage/collect-garbage";
import { composeAws } from "../compose/aws.ts";

const shared = composeAws(process.env);

/** Each day, by schedule. */
export async function handler(): Promise<void> {
  await collectGarbage({ ...shared, actor: { type: "system" }, requestId: "garbage-collector" });
}
