import { randomUUID } from "node:crypto";
import type { Logger } from "@knockon/core/context";
import type { Context as HttpContext, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { AppEnv } from "./app-env.ts";

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/u;

/** Sets the request ID. Keeps the `X-Request-ID` of the request if it is safe to log and to send back. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const offered = c.req.header("X-Request-ID") ?? "";
  const id = WELL_FORMED.test(offered) ? offered : randomUUID();
  c.set("requestId", id);
  c.header("X-Request-ID", id);
  await next();
});

const EVERY_PATH = "/*";

/** Returns the pattern of the matched route, or null. The path itself may contain a secret. */
export const routeOf = (c: HttpContext): string | null =>
  matchedRoutes(c).findLast(({ path }) => path !== EVERY_PATH)?.path ?? null;

/**
 * Logs one line per request. Never logs anything the client sent (path, query, headers or body), because it may contain
 * a secret.
 */
export const logRequests =
  (log: Logger): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const startedAt = performance.now();
    await next();
    log.info("request answered", {
      requestId: c.get("requestId"),
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAt),
    });
  };
