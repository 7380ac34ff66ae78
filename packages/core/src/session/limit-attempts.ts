import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import { TooManyRequestsError } from "../errors.ts";
import type { RateCounter } from "../ports/rate-counter.ts";
import { secondsUntil } from "../rate-limit/sliding-window.ts";

/**
 * Requests per minute for one account and kind of request: from one browser that signed in before, and from all other clients together.
 */
export const PER_ACCOUNT = 5;
/** Requests per minute from one address. Higher, because an office may share an address. */
export const PER_ADDRESS = 30;

/** Frequent or harmless requests. */
const UNLIMITED: ReadonlySet<string> = new Set([
  "/get-session",
  "/list-sessions",
  "/list-accounts",
  "/sign-out",
]);

interface Attempt {
  /** Relative to the sign-in's base path. */
  path: string;
  /** The client's IP address. */
  address: string;
  /** The account's email as given in the request. */
  email: string | undefined;
  /** The cookie of `deviceCookie`. */
  device: string | undefined;
}

export interface AttemptLimits {
  counter: RateCounter;
  now: () => Date;
  /** HMAC key of the stored counters, so that they contain no emails or addresses. */
  secret: string;
}

/**
 * Returns a function that throws TooManyRequestsError for too many attempts per minute on one account or from one address. It counts
 * attempts, not failures. Unlike the limit on mutations, it fails closed if the counter is unavailable.
 */
export const limitAttempts =
  ({ counter, now, secret }: AttemptLimits) =>
  async ({ path, address, email, device }: Attempt): Promise<void> => {
    if (UNLIMITED.has(path)) return;
    const count = async (kind: string, subject: string, limit: number): Promise<void> => {
      const at = now();
      const key = createHmac("sha256", secret).update(`${kind} ${subject}`).digest("base64url");
      const bucket = await counter.count(`sign-in:${key}`, at, limit);
      if (!bucket.isCounted) throw new TooManyRequestsError(secondsUntil(1, bucket, at, limit));
    };
    await count("address", networkOf(address), PER_ADDRESS);
    if (email === undefined) return;
    // Otherwise, others could lock a person out by wrong passwords.
    const isKnown = device !== undefined && isDeviceOf(device, email, secret);
    await count(path, isKnown ? device : email.toLowerCase(), PER_ACCOUNT);
  };

/** The name of the cookie that marks a browser in which an account was signed in to. */
export const DEVICE_COOKIE = "service_device";

/** Returns the value of the cookie for a browser: a random part, and a proof that this service issued it for the account. */
export const deviceCookie = (email: string, secret: string, nonce: string = randomUUID()): string =>
  `${nonce}.${createHmac("sha256", secret).update(`device ${nonce} ${email.toLowerCase()}`).digest("base64url")}`;

function isDeviceOf(cookie: string, email: string, secret: string): boolean {
  const [given, expected] = [cookie, deviceCookie(email, secret, cookie.split(".", 1)[0])].map((text) =>
    Buffer.from(text),
  );
  return (
    given?.length === expected?.length && timingSafeEqual(given ?? Buffer.of(), expected ?? Buffer.of(1))
  );
}

const MAPPED = /^::ffff:(?=\d+\.)/iu;
const GROUPS = 8;
/** The groups of an IPv6 address that identify a /64 network. */
const NETWORK_GROUPS = 4;

/** Returns an IPv4 address unchanged, and the /64 network of an IPv6 address. */
export function networkOf(text: string): string {
  const address = text.replace(MAPPED, "").replace(/%.*$/u, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [first, last] = [head.split(":"), tail.split(":")].map((groups) => groups.filter(Boolean));
  const zeros = GROUPS - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array.from({ length: zeros }, () => "0"), ...(last ?? [])];
  return `${groups.slice(0, NETWORK_GROUPS).join(":")}::/64`;
}
