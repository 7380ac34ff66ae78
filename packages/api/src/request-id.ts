import { createMiddleware } from "hono/factory";
import { randomUUID } from "node:crypto";
import type { AppEnv } from "./app-env.ts";

const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/u;

/** Names every request, after its own `X-Request-ID` where that is safe to log and to send back. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  const offered = c.req.header("X-Request-ID") ?? "";
  const id = WELL_FORMED.test(offered) ? offered : randomUUID();
  c.set("requestId", id);
  c.header("X-Request-ID", id);
  await next();
});
