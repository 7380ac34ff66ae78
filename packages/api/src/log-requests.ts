import type { Logger } from "@knockon/core/context";
import type { Context as HttpContext, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "./app-env.ts";

const EVERY_PATH = "/*";

/** The pattern that a request's path has, for the path itself can hold a secret; null where no route has it. */
export const routeOf = (c: HttpContext): string | null =>
  matchedRoutes(c).findLast(({ path }) => path !== EVERY_PATH)?.path ?? null;

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
      route: routeOf(c),
      status: c.res.status,
      durationMs: Math.round(performance.now() - begun),
    });
  };
