import type { Logger } from "@knockon/core/context";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "./app-env.ts";

const EVERY_PATH = "/*";

/**
 * A line for every request, once it is answered: which route it took, and null where there is none. Nothing that the
 * client wrote is in it, path, query, headers or body, for any of these can hold a secret.
 */
export const logRequests =
  (log: Logger): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const begun = performance.now();
    await next();
    log.info("request answered", {
      requestId: c.get("requestId"),
      method: c.req.method,
      route: matchedRoutes(c).findLast(({ path }) => path !== EVERY_PATH)?.path ?? null,
      status: c.res.status,
      durationMs: Math.round(performance.now() - begun),
    });
  };
