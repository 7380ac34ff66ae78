import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import { TooManyRequestsError } from "@knockon/core/errors";
import { WINDOW_MS, type RateCounter } from "@knockon/core/ports/rate-counter";
import { askWithRoom } from "@knockon/core/rate-limit/ask-with-room";
import { availableAt, secondsUntil } from "@knockon/core/rate-limit/sliding-window";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import type { Caller } from "./identity.ts";

export interface MutationLimit {
  counter: RateCounter;
  perMinute: number;
  /** How long an answer may take; 50 ms unless given. */
  patienceMs?: number;
}

const SLICES = 5;

/**
 * Counts a request of a known caller, whatever becomes of it, and refuses it beyond the limit. Without an answer of the
 * counter in time it goes through, uncounted and logged: the limit never keeps the service from working.
 */
export function limitMutations(
  { counter, perMinute, patienceMs = 50 }: MutationLimit,
  { now, log }: Pick<Context, "now" | "log">,
): MiddlewareHandler<AppEnv> {
  const asked = askWithRoom(counter);
  let uncounted = 0;
  const countInTime = async (key: string, at: Date, requestId: string) => {
    try {
      return await Promise.race([asked.count(key, at, perMinute), silence(patienceMs)]);
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

/** All sessions of a user together; each key by itself. */
const keyOf = (caller: Caller): string => (caller.type === "key" ? caller.prefix : `user:${caller.id}`);

/**
 * Rejects when the counter's time is up. It passes in slices, each of at least a turn of the event loop: while this
 * process is too busy to hear an answer, the time goes by as slowly as the answers come.
 */
async function silence(milliseconds: number): Promise<never> {
  for (let slice = 0; slice < SLICES; slice += 1) await sleep(milliseconds / SLICES);
  throw new Error(`No answer within ${milliseconds} ms.`);
}
