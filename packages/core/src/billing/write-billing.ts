import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer } from "@knockon/db/schema/billing.sql";
import { and, eq, gt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { NoProcessorError, type PaidSubscription } from "../ports/payments.ts";
import { IDEMPOTENT_MS, nameOperation, wasLast } from "./operation-name.ts";
import { lockSubscription, type SubscriptionRow } from "./subscription-row.ts";

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
  /** What the work calls itself at the processor. */
  name: string;
  /** Whether this very work was done, and only its answer lost: a request with the same key is the same work. */
  wasDone: (found: PaidSubscription) => boolean;
}

/**
 * Does a piece of billing work, while nobody else does any in this workspace. Asked again with the same key within a day,
 * it answers the same and does nothing, as long as that answer holds; with another body under that key, throws
 * ConflictError. A refusal is not kept.
 */
export async function writeBilling<Body extends object, Answer extends object>(
  ctx: Context,
  request: BillingRequest<Body>,
  work: (write: BillingWrite) => Promise<Answer>,
  holds: (answer: Answer, row: SubscriptionRow) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Answer> {
  if (!ctx.ports.payments.isConfigured) throw new NoProcessorError();
  const { idempotencyKey: key, operation, body } = request;
  return inWorkspace(ctx, async (tx) => {
    const row = await lockSubscription(tx, ctx.workspaceId);
    const as = (asked: string): BillingWrite => ({
      tx,
      row,
      name: nameOperation(asked, ctx.now()),
      wasDone: (found) => wasLast(asked, found, ctx.now()),
    });
    if (key === undefined) return work(as(randomUUID()));
    const requestHash = hashOf(operation, body);
    const former = await findAnswer(ctx, tx, key);
    if (former && former.requestHash !== requestHash)
      throw new ConflictError("This Idempotency-Key was used for another request.", {
        code: "idempotency_key_used",
      });
    if (former && (await holds(former.answer as Answer, row))) return former.answer as Answer;
    const answer = await work(as(hashOf(key, requestHash)));
    const kept = { requestHash, answer, createdAt: ctx.now() };
    await tx
      .insert(billingAnswer)
      .values({ workspaceId: ctx.workspaceId, key, ...kept })
      .onConflictDoUpdate({ target: [billingAnswer.workspaceId, billingAnswer.key], set: kept });
    return answer;
  });
}

async function findAnswer({ now }: Context, tx: Transaction, key: string) {
  const since = new Date(now().getTime() - IDEMPOTENT_MS);
  const [found] = await tx
    .select()
    .from(billingAnswer)
    .where(and(eq(billingAnswer.key, key), gt(billingAnswer.createdAt, since)));
  return found;
}

const hashOf = (...parts: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");
