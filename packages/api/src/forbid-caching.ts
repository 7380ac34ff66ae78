import { createMiddleware } from "hono/factory";

/** What one caller may see is never kept for the next, by a browser, a proxy or the router; what is everybody's says so itself. */
export const forbidCaching = createMiddleware(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-store");
});
