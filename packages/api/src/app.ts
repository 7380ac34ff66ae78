import { isRateLimited, servedPaths, SIGN_IN_PATH, type OperationInput } from "@knockon/contract/operation";
import type { Logger } from "@knockon/core/context";
import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { AppEnv } from "./app-env.ts";
import { errorHandler, notAllowed, notFound } from "./error-response.ts";
import { identify, type Authenticate } from "./identity.ts";
import { limitMutations, type MutationLimit } from "./limit-mutations.ts";
import { logRequests, requestId } from "./log-requests.ts";
import { serveReadiness, type FindUnready } from "./readiness.ts";
import { limitBody } from "./request-body.ts";
import type { Route } from "./route.ts";
import { serveRedirect, serveRoute, serveSigned, type ServeOptions } from "./serve-route.ts";
import { serveSignIn, type SignInOptions } from "./serve-sign-in.ts";
import { validateRequest } from "./validate-request.ts";

export interface ShellOptions {
  log: Logger;
  /** Origins whose scripts may read responses and, with a session, send mutations. */
  allowedOrigins: readonly string[];
  /** The web application. */
  application?: Hono<AppEnv>;
  /** The API reference. */
  reference?: Hono<AppEnv>;
  /** The endpoints below `SIGN_IN_PATH`. */
  signIn?: SignInOptions;
  /** The check behind `/readyz`. */
  findUnready?: FindUnready;
}

export interface AppOptions extends ServeOptions, Omit<ShellOptions, "log"> {
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Required if any route is rate-limited. */
  mutationLimit?: MutationLimit;
}

/** Creates the HTTP app for the given routes: all of them in one process, or one per Lambda. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { routes, context, authenticate, allowedOrigins } = options;
  const app = createShell({ ...options, log: context.log });
  const limited = options.mutationLimit && limitMutations(options.mutationLimit, context);
  for (const route of routes.toSorted(byParameterCount)) {
    const { id, method, body } = route.operation;
    const paths = servedPaths(route.operation).map(honoPath);
    if (route.operation.auth.credentials === "signature") {
      app.on(method, paths, limitBody, serveSigned(route, options));
      continue;
    }
    if (route.operation.auth.credentials === "none") {
      app.on(method, paths, serveRedirect(route, options));
      continue;
    }
    app.on(method, paths, identify(authenticate, allowedOrigins));
    if (isRateLimited(route.operation)) {
      if (!limited) throw new Error(`${id} requires mutationLimit.`);
      app.on(method, paths, limited);
    }
    if (body) app.on(method, paths, limitBody);
    app.on(method, paths, ...validateRequest(route.operation), serveRoute(route, options));
  }
  return app;
}

/** Creates the app for requests that no operation serves: preflights, unknown paths (404) and methods (405). */
export function createFallback(options: ShellOptions, operations: readonly OperationInput[]): Hono<AppEnv> {
  const app = createShell(options);
  for (const operation of operations)
    app.on(operation.method, servedPaths(operation).map(honoPath), notFound);
  return app;
}

/** The middleware and endpoints that every app has. */
function createShell(options: ShellOptions): Hono<AppEnv> {
  const { allowedOrigins, log, application, reference, signIn, findUnready } = options;
  const app = new Hono<AppEnv>();
  app.use(requestId, logRequests(log), forbidCaching, allowOrigins(allowedOrigins));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: notAllowed }));
  app.notFound(notFound);
  app.onError(errorHandler(log));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  if (findUnready) app.get("/readyz", serveReadiness(findUnready, log));
  if (signIn) app.on(["GET", "POST"], `${SIGN_IN_PATH}/*`, limitBody, serveSignIn(signIn));
  // Before the reference, which also serves `/` when there is no application.
  if (application) app.route("/", application);
  if (reference) app.route("/", reference);
  return app;
}

/** Responses are of their declared type, and private unless a handler sets `Cache-Control` itself. */
const forbidCaching: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set("X-Content-Type-Options", "nosniff");
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "private, no-store");
};

/** Sends CORS headers only to requests with an origin. */
function allowOrigins(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: [...origins],
    credentials: true,
    exposeHeaders: [
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "X-Request-ID",
      "X-Total-Count",
      "X-Unnamed-Count",
    ],
    maxAge: 600,
  });
  return async (c, next) => {
    if (c.req.header("Origin") !== undefined) return allow(c, next);
    c.header("Vary", "Origin");
    await next();
  };
}

/** Registers `/repositories/lookup` before `/repositories/{repository_id}`, which would match it. */
const byParameterCount = (a: Route, b: Route): number => parameterCount(a) - parameterCount(b);
const parameterCount = ({ operation }: Route): number => operation.path.split("{").length;

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/gu, ":$1");
