import { ForbiddenError, UnauthenticatedError } from "@knockon/core/errors";
import type { HonoRequest, MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { findCredential } from "./credential.ts";
import type { Authenticate } from "./identity.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets nobody through who is not known. The first credential present decides: when it is invalid, no other is tried.
 * A browser sends the cookie whoever's page asks it to, so what changes something must come from an allowed origin.
 */
export const identify =
  (authenticate: Authenticate, allowedOrigins: readonly string[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const credential = findCredential(c);
    const caller = credential && (await authenticate(credential));
    if (!caller) {
      c.header("WWW-Authenticate", "Bearer");
      throw new UnauthenticatedError();
    }
    if (caller.type === "user" && !SAFE_METHODS.has(c.req.method) && !isAllowed(c.req, allowedOrigins)) {
      throw new ForbiddenError("With a session, this request has to come from the application's own origin.");
    }
    c.set("caller", caller);
    await next();
  };

/** Of the list, or the origin that the request is addressed to: no other's page can have its cookie sent there. */
function isAllowed(request: HonoRequest, allowedOrigins: readonly string[]): boolean {
  const origin = request.header("Origin") ?? "";
  return allowedOrigins.includes(origin) || origin === new URL(request.url).origin;
}
