import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { NoProcessorError } from "../ports/payments.ts";
import { lockSubscription, type SubscriptionRow } from "./subscription-row.ts";

const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

/** What is asked, and the client's name for it, by which it is done once. */
export interface BillingRequest<Body extends object> {
  /** The operation's id. */
  operation: string;
  body: Body;
  idempotencyKey: string | undefined;
}

export interface BillingWrite {
  tx: Transaction;
  /** Locked until the work is committed. */
  row: SubscriptionRow;
  /** What the work calls itself at the processor: the same for a retry with the same key, else its own. */
  name: string;
}

/**
 * Does a piece of billing work, while nobody else does any in this workspace. Asked again with the same key within a day,
 * it answers the same and does nothing; with another body under that key, throws ConflictError. A refusal is not kept.
 */
export async function writeBilling<Body extends object, Answer extends object>(
  ctx: Context,
  request: BillingRequest<Body>,
  work: (write: BillingWrite) => Promise<Answer>,
): Promise<Answer> {
  if (!ctx.ports.payments.isConfigured) throw new NoProcessorError();
  const { idempotencyKey: key, operation, body } = request;
  return inWorkspace(ctx, async (tx) => {
    const row = await lockSubscription(tx, ctx.workspaceId);
    if (key === undefined) return work({ tx, row, name: randomUUID() });
    const requestHash = hashOf(operation, body);
    const known = await findAnswer(tx, key);
    const former = known && isKept(ctx, known) ? known : undefined;
    if (former && former.requestHash !== requestHash)
      throw new ConflictError("This Idempotency-Key was used for another request.", {
        code: "idempotency_key_used",
      });
    if (former) return former.answer as Answer;
    const answer = await work({ tx, row, name: hashOf(key, requestHash, known?.createdAt) });
    const kept = { requestHash, answer, createdAt: ctx.now() };
    await tx
      .insert(billingAnswer)
      .values({ workspaceId: ctx.workspaceId, key, ...kept })
      .onConflictDoUpdate({ target: [billingAnswer.workspaceId, billingAnswer.key], set: kept });
    return answer;
  });
}

async function findAnswer(tx: Transaction, key: string) {
  const [found] = await tx.select().from(billingAnswer).where(eq(billingAnswer.key, key));
  return found;
}

const isKept = ({ now }: Context, { createdAt }: { createdAt: Date }): boolean =>
  createdAt.getTime() > now().getTime() - ANSWERS_KEPT_MS;

const hashOf = (...parts: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
