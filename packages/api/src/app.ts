import { isRateLimited, servedPaths, SIGN_IN_PATH, type OperationInput } from "@knockon/contract/operation";
import type { Logger } from "@knockon/core/context";
import { Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { AppEnv } from "./app-env.ts";
import { errorHandler, notAllowed, notFound } from "./error-response.ts";
import { forbidCaching } from "./forbid-caching.ts";
import { identify } from "./identify.ts";
import type { Authenticate } from "./identity.ts";
import { limitMutations, type MutationLimit } from "./limit-mutations.ts";
import { logRequests } from "./log-requests.ts";
import { serveReadiness, type FindUnready } from "./readiness.ts";
import { requestId } from "./request-id.ts";
import { limitBody } from "./request-body.ts";
import type { Route } from "./route.ts";
import { serveRedirect } from "./serve-redirect.ts";
import { serveRoute, type ServeOptions } from "./serve-route.ts";
import { serveSignIn, type SignInOptions } from "./serve-sign-in.ts";
import { serveSigned } from "./serve-signed.ts";
import { validateRequest } from "./validate-request.ts";

export interface ShellOptions {
  log: Logger;
  /** Origins whose scripts may read responses and, with a session, change things. */
  allowedOrigins: readonly string[];
  /** The application in the browser, served where given. */
  application?: Hono<AppEnv>;
  /** The description of the service, served where given. */
  reference?: Hono<AppEnv>;
  /** Answers everything below `SIGN_IN_PATH`, where given. */
  signIn?: SignInOptions;
  /** Asked by `/readyz`, where given. */
  findUnready?: FindUnready;
}

export interface AppOptions extends ServeOptions, Omit<ShellOptions, "log"> {
  routes: readonly Route[];
  authenticate: Authenticate;
  /** Without it no route may be one that counts against the limit. */
  mutationLimit?: MutationLimit;
}

/** The service over HTTP, as much of it as it is given routes: all of them in one process, or one per Lambda. */
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
      if (!limited) throw new Error(`${id} cannot be served without the limit on mutations.`);
      app.on(method, paths, limited);
    }
    if (body) app.on(method, paths, limitBody);
    app.on(method, paths, ...validateRequest(route.operation), serveRoute(route, options));
  }
  return app;
}

/** What answers where no function of an operation does: preflights, unknown paths, and methods that a path does not have. */
export function createFallback(options: ShellOptions, operations: readonly OperationInput[]): Hono<AppEnv> {
  const app = createShell(options);
  for (const operation of operations)
    app.on(operation.method, servedPaths(operation).map(honoPath), notFound);
  return app;
}

/** What every request goes through, with a route or without. */
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
  // Before the description, which has the address itself where there is no application.
  if (application) app.route("/", application);
  if (reference) app.route("/", reference);
  return app;
}

/** Whoever sends no origin is no script of a browser, and has no use for the headers that allow one. */
function allowOrigins(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  const allow = cors({
    origin: [...origins],
    credentials: true,
    exposeHeaders: ["RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-ID", "X-Total-Count"],
    maxAge: 600,
  });
  return async (c, next) => {
    if (c.req.header("Origin") !== undefined) return allow(c, next);
    c.header("Vary", "Origin");
    await next();
  };
}

/** `/repositories/lookup` comes before `/repositories/{repository_id}`, which would take it for an id. */
const byParameterCount = (a: Route, b: Route): number => parameterCount(a) - parameterCount(b);
const parameterCount = ({ operation }: Route): number => operation.path.split("{").length;

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/gu, ":$1");
