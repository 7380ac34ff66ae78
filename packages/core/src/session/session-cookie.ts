import { createHmac, timingSafeEqual } from "node:crypto";

export const SESSION_COOKIE = "service_access";

/**
 * The session's token in the value of a cookie, `<token>.<HMAC-SHA256 of it, base64>`, as the sign-in signs it; undefined
 * where the signature is another's. A token that somebody read in the database makes no session.
 */
export function readSessionCookie(value: string, secret: string): string | undefined {
  const dot = value.lastIndexOf(".");
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const expected = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(value.slice(dot + 1), "base64");
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}
