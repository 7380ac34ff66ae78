import { UnauthenticatedError } from "@knockon/core/errors";
import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { findCredential } from "./credential.ts";
import type { Authenticate } from "./identity.ts";

/** Lets nobody through who is not known. The first credential present decides: when it is invalid, no other is tried. */
export const identify =
  (authenticate: Authenticate): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const credential = findCredential(c);
    const identity = credential && (await authenticate(credential));
    if (!identity) {
      c.header("WWW-Authenticate", "Bearer");
      throw new UnauthenticatedError();
    }
    c.set("identity", identity);
    await next();
  };
