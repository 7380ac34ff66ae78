import { createHash, randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer } from "@knockon/db/schema/billing.sql";
import { and, eq, gt } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { NoProcessorError, type PaidSubscription } from "../ports/payments.ts";
import { lockSubscription, type SubscriptionRow } from "./subscription.ts";

/** A billing request with the client's `Idempotency-Key`. */
export interface BillingRequest<Body extends object> {
  /** The operation's ID. */
  operation: string;
  body: Body;
  idempotencyKey: string | undefined;
}

export interface BillingWrite {
  tx: Transaction;
  /** Locked until the transaction ends. */
  row: SubscriptionRow;
  /** Identifies the operation at the payment processor. */
  name: string;
  /** Returns whether the processor already did this operation and only the response was lost. */
  wasDone: (found: PaidSubscription) => boolean;
}

/**
 * Runs a billing operation; operations of a workspace run one at a time. A request with the same key within 24 hours returns the stored
 * answer without running again, as long as `isValid`. Throws ConflictError for the same key with another body. Errors are not stored.
 */
export async function writeBilling<Body extends object, Answer extends object>(
  ctx: Context,
  request: BillingRequest<Body>,
  work: (write: BillingWrite) => Promise<Answer>,
  isValid: (answer: Answer, row: SubscriptionRow) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Answer> {
  if (!ctx.ports.payments.isConfigured) throw new NoProcessorError();
  const { idempotencyKey: key, operation, body } = request;
  return inWorkspace(ctx, async (tx) => {
    const row = await lockSubscription(tx, ctx.workspaceId);
    const writeOf = (requested: string): BillingWrite => ({
      tx,
      row,
      name: nameOperation(requested, ctx.now()),
      wasDone: (found) => wasLast(requested, found, ctx.now()),
    });
    if (key === undefined) return work(writeOf(randomUUID()));
    const requestHash = hashOf(operation, body);
    const former = await findAnswer(ctx, tx, key);
    if (former && former.requestHash !== requestHash)
      throw new ConflictError("This Idempotency-Key was used for another request.", {
        code: "idempotency_key_used",
      });
    if (former && (await isValid(former.answer as Answer, row))) return former.answer as Answer;
    const answer = await work(writeOf(hashOf(key, requestHash)));
    const kept = { requestHash, answer, createdAt: ctx.now() };
    await tx
      .insert(billingAnswer)
      .values({ workspaceId: ctx.workspaceId, key, ...kept })
      .onConflictDoUpdate({ target: [billingAnswer.workspaceId, billingAnswer.key], set: kept });
    return answer;
  });
}

async function findAnswer({ now }: Context, tx: Transaction, key: string) {
  const since = new Date(now().getTime() - IDEMPOTENCY_MS);
  const [found] = await tx
    .select()
    .from(billingAnswer)
    .where(and(eq(billingAnswer.key, key), gt(billingAnswer.createdAt, since)));
  return found;
}

const hashOf = (...parts: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex");

/** How long an `Idempotency-Key` is remembered. */
export const IDEMPOTENCY_MS = 24 * 60 * 60 * 1000;

/** Returns the name of an operation at the payment processor: the request's hash and the time. */
export const nameOperation = (request: string, now: Date): string => `${request}@${now.getTime()}`;

/** Returns whether the subscription's last operation was this request, within the last 24 hours. */
export function wasLast(request: string, { lastOperation }: PaidSubscription, now: Date): boolean {
  const [name, at] = lastOperation?.split("@") ?? [];
  return name === request && Number(at) > now.getTime() - IDEMPOTENCY_MS;
}
