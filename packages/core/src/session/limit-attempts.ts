import { createHmac } from "node:crypto";
import { TooManyRequestsError } from "../errors.ts";
import type { RateCounter } from "../ports/rate-counter.ts";
import { secondsUntil } from "../rate-limit/sliding-window.ts";
import { networkOf } from "./network-of.ts";

/** A minute, of each kind of request that names an account, whoever sends them. */
export const PER_ACCOUNT = 5;
/** A minute, of all requests together. An office may share an address. */
export const PER_ADDRESS = 30;

/** What a signed-in browser asks often, or what nobody gains anything by. */
const UNLIMITED: ReadonlySet<string> = new Set(["/get-session", "/sign-out"]);

interface Attempt {
  /** Below the sign-in's own. */
  path: string;
  /** The client's. */
  address: string;
  /** That the request names, as it was written. */
  email: string | undefined;
}

export interface AttemptLimits {
  counter: RateCounter;
  now: () => Date;
  /** Keys the counts, so that what is stored of them names nobody. */
  secret: string;
}

/**
 * Throws TooManyRequestsError for more attempts a minute than people make: at one account, however many addresses they
 * come from, or from one address, whatever accounts they are at. Counted are attempts, not failures, and by the counter
 * that all processes share; unlike with mutations, nobody signs in while it does not answer.
 */
export const limitAttempts =
  ({ counter, now, secret }: AttemptLimits) =>
  async ({ path, address, email }: Attempt): Promise<void> => {
    if (UNLIMITED.has(path)) return;
    const count = async (kind: string, who: string, limit: number): Promise<void> => {
      const at = now();
      const key = createHmac("sha256", secret).update(`${kind} ${who}`).digest("base64url");
      const bucket = await counter.count(`sign-in:${key}`, at, limit);
      if (!bucket.isCounted) throw new TooManyRequestsError(secondsUntil(1, bucket, at, limit));
    };
    await count("address", networkOf(address), PER_ADDRESS);
    if (email !== undefined) await count(path, email.toLowerCase(), PER_ACCOUNT);
  };
