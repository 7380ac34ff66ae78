import type { Context as HttpContext } from "hono";
import { getCookie } from "hono/cookie";
import { SESSION_COOKIE } from "@knockon/core/session/session-cookie";

/** What a request offers as proof of who it is; nothing is known of its validity. */
export interface OfferedCredential {
  type: "key" | "session";
  text: string;
}

/** The first non-empty credential in the order of the specification. A bearer that is no `svc_` key counts as absent. */
export function findCredential(c: HttpContext): OfferedCredential | undefined {
  const key = c.req.header("X-API-Key") || bearerKey(c.req.header("Authorization"));
  if (key) return { type: "key", text: key };
  const session = getCookie(c, SESSION_COOKIE);
  return session ? { type: "session", text: session } : undefined;
}

const bearerKey = (authorization = ""): string | undefined =>
  /^bearer +((?-i:svc_).*)$/iu.exec(authorization)?.[1];
