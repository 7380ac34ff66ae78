import type { PaidSubscription } from "../ports/payments.ts";

/** How long a request with the same `Idempotency-Key` is the same request. */
export const IDEMPOTENT_MS = 24 * 60 * 60 * 1000;

/** What a write calls itself at the processor: what was asked, and when. */
export const nameOperation = (asked: string, now: Date): string => `${asked}@${now.getTime()}`;

/** Whether the subscription's last write was this one, which is being tried again. A day later it would be another. */
export function wasLast(asked: string, { lastOperation }: PaidSubscription, now: Date): boolean {
  const [name, at] = lastOperation?.split("@") ?? [];
  return name === asked && Number(at) > now.getTime() - IDEMPOTENT_MS;
}
