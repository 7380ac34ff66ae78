import { billingAnswer } from "@knockon/db/schema/billing.sql";
import { inArray, lt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { AT_ONCE, untilNone } from "./in-batches.ts";

/** Deletes what billing requests were answered before. One whose key is used anew meanwhile is locked, and stays. */
export const collectBillingAnswers = (ctx: Context, before: Date): Promise<number> =>
  untilNone(ctx, (tx) => {
    const old = tx
      .select({ key: billingAnswer.key })
      .from(billingAnswer)
      .where(lt(billingAnswer.createdAt, before))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    return tx.delete(billingAnswer).where(inArray(billingAnswer.key, old));
  });
