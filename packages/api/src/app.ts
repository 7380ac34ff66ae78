import type { OpenApiDocument } from "@knockon/contract/openapi";
import { servedPaths } from "@knockon/contract/operation";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { AppEnv } from "./app-env.ts";
import { errorHandler, notAllowed, notFound } from "./error-response.ts";
import { identify } from "./identify.ts";
import type { Authenticate } from "./identity.ts";
import { limitBody } from "./limit-body.ts";
import { requestId } from "./request-id.ts";
import type { Route } from "./route.ts";
import { serveRoute, type ServeOptions } from "./serve-route.ts";

export interface AppOptions extends ServeOptions {
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Origins whose scripts may read responses. */
  allowedOrigins: readonly string[];
  /** Served as `/openapi.json` where given. */
  document?: OpenApiDocument;
}

/** The service over HTTP, as much of it as it is given routes: all of them in one process, or one per Lambda. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { routes, context, authenticate, allowedOrigins, document } = options;
  const app = new Hono<AppEnv>();
  app.use(requestId, allowOrigins(allowedOrigins), methodNotAllowed({ app, onMethodNotAllowed: notAllowed }));
  app.notFound(notFound);
  app.onError(errorHandler(context.log));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  if (document) app.get("/openapi.json", (c) => c.json(document));
  for (const route of routes.toSorted(byParameterCount)) {
    const { method, body } = route.operation;
    const paths = servedPaths(route.operation).map(honoPath);
    app.on(method, paths, identify(authenticate));
    if (body) app.on(method, paths, limitBody);
    app.on(method, paths, serveRoute(route, options));
  }
  return app;
}

const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    credentials: true,
    exposeHeaders: ["Retry-After", "X-Request-ID", "X-Total-Count"],
    maxAge: 600,
  });

/** `/repositories/lookup` comes before `/repositories/{repository_id}`, which would take it for an id. */
const byParameterCount = (a: Route, b: Route): number => parameterCount(a) - parameterCount(b);
const parameterCount = ({ operation }: Route): number => operation.path.split("{").length;

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/gu, ":$1");
