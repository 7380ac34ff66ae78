import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import { TooManyRequestsError } from "@knockon/core/errors";
import { WINDOW_MS, type RateCounter } from "@knockon/core/ports/rate-counter";
import { askWithRoom, availableAt, secondsUntil } from "@knockon/core/rate-limit/sliding-window";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import type { Caller } from "./identity.ts";

export interface MutationLimit {
  counter: RateCounter;
  perMinute: number;
  /** Milliseconds to wait for the counter. Defaults to 50. */
  timeoutMs?: number;
}

const SLICES = 5;

/**
 * Counts each authenticated request and rejects requests over the limit. If the counter does not respond in time, the
 * request is allowed and the failure logged, so that an outage of the counter does not stop the service.
 */
export function limitMutations(
  { counter, perMinute, timeoutMs = 50 }: MutationLimit,
  { now, log }: Pick<Context, "now" | "log">,
): MiddlewareHandler<AppEnv> {
  const roomy = askWithRoom(counter);
  let uncounted = 0;
  const countInTime = async (key: string, at: Date, requestId: string) => {
    try {
      return await Promise.race([roomy.count(key, at, perMinute), rejectAfter(timeoutMs)]);
    } catch (error) {
      uncounted += 1;
      log.error("mutation not counted", { requestId, uncounted, cause: describeFault(error) });
      return undefined;
    }
  };
  return async (c, next) => {
    const at = now();
    const bucket = await countInTime(keyOf(c.get("caller")), at, c.get("requestId"));
    if (bucket) {
      const available = availableAt(bucket, at, perMinute);
      const seconds = secondsUntil(Math.min(available + 1, perMinute), bucket, at, perMinute);
      c.header("RateLimit-Policy", `"mutations";q=${perMinute};w=${WINDOW_MS / 1000}`);
      c.header("RateLimit", `"mutations";r=${available};t=${seconds}`);
      if (!bucket.isCounted) throw new TooManyRequestsError(seconds);
    }
    await next();
  };
}

/** Each key has its own limit. All sessions of a user share one. */
const keyOf = (caller: Caller): string => (caller.type === "key" ? caller.prefix : `user:${caller.id}`);

/**
 * Rejects after a timeout. Waits in slices of at least one event-loop turn each, so that a busy process has a chance to
 * receive the response first.
 */
async function rejectAfter(milliseconds: number): Promise<never> {
  for (let slice = 0; slice < SLICES; slice += 1) await sleep(milliseconds / SLICES);
  throw new Error(`The counter did not respond within ${milliseconds} ms.`);
}
