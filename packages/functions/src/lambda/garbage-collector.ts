import { collectGarbage } from "@knockon/core/garbage/collect-garbage";
import { composeAws } from "../compose/aws.ts";
import { composeBlobStore } from "../compose/aws-ports.ts";

const shared = composeAws(process.env, [composeBlobStore]);

/** Runs daily. */
export async function handler(): Promise<void> {
  await collectGarbage({ ...shared, actor: { type: "system" }, requestId: "garbage-collector" });
}
