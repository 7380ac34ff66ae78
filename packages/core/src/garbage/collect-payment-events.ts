import { paymentEvent } from "@knockon/db/schema/billing.sql";
import { inArray, lt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { AT_ONCE, untilNone } from "./in-batches.ts";

/** Deletes what is remembered of events that came before. One that comes again all the same has the state read, no more. */
export const collectPaymentEvents = (ctx: Context, before: Date): Promise<number> =>
  untilNone(ctx, (tx) => {
    const old = tx
      .select({ id: paymentEvent.id })
      .from(paymentEvent)
      .where(lt(paymentEvent.receivedAt, before))
      .limit(AT_ONCE);
    return tx.delete(paymentEvent).where(inArray(paymentEvent.id, old));
  });
