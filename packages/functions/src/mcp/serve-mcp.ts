import type { AppEnv } from "@knockon/api/app-env";
import { createApp } from "@knockon/api/app";
import { chooseWorkspace } from "@knockon/api/choose-workspace";
import { requireRole, type Authenticate } from "@knockon/api/identity";
import { limitMutations, type MutationLimit } from "@knockon/api/limit-mutations";
import { limitBody } from "@knockon/api/request-body";
import type { Route } from "@knockon/api/route";
import type { SharedContext } from "@knockon/api/serve-route";
import { lookupRepository } from "@knockon/contract/operations/repository";
import type { Context } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import { ForbiddenError, UnauthenticatedError } from "@knockon/core/errors";
import { recordToolCall } from "@knockon/core/mcp/record-tool-call";
import { answerHttp } from "@knockon/mcp/answer-http";
import { apiAnswers } from "@knockon/mcp/answers/api-answers";
import { hostHeaderValidation } from "@modelcontextprotocol/hono";
import {
  Hono,
  type Context as HttpContext,
  type Handler,
  type HonoRequest,
  type MiddlewareHandler,
} from "hono";
import { findMcpCredential } from "./mcp-credential.ts";
import { MCP_ROUTES } from "./mcp-routes.ts";
import { MCP_PATH, METADATA_PATHS } from "./paths.ts";

export interface McpOptions {
  context: SharedContext;
  authenticate: Authenticate;
  mutationLimit: MutationLimit;
  /** Origins whose scripts may call tools. Requests of other programs have no origin. */
  allowedOrigins: readonly string[];
  /** Names of this host, if only local programs should reach it. By default, any name is accepted. */
  allowedHosts?: readonly string[];
  /** The URL at which clients reach the service, without a trailing slash. */
  baseUrlOf: (request: HonoRequest) => string;
}

/** The origin of requests to the API in the same process. */
const IN_PROCESS = "http://knockon.invalid";

/** Serves the Model Context Protocol at `POST /mcp`, and the metadata of this resource. */
export function serveMcp(options: McpOptions): Hono<AppEnv> {
  const { context, authenticate, mutationLimit, baseUrlOf } = options;
  const api = createApp({
    routes: MCP_ROUTES.map(uncounted),
    context: { ...context, leavesApplication: true },
    authenticate,
    allowedOrigins: [],
  });
  const guards = [
    ...(options.allowedHosts ? [hostHeaderValidation([...options.allowedHosts])] : []),
    checkOrigin(options),
  ];
  const answer: Handler<AppEnv> = async (c) => {
    const ctx = await toContext(c, context);
    return answerHttp(c.req.raw, {
      answers: apiAnswers({
        baseUrl: IN_PROCESS,
        appUrl: baseUrlOf(c.req),
        fetch: (url, init) => api.fetch(new Request(url, init)),
        headers: {
          ...findMcpCredential(c.req)?.headers,
          Origin: IN_PROCESS,
          "X-Workspace-Id": ctx.workspaceId,
          "X-Request-ID": ctx.requestId,
        },
      }),
      onCall: (tool, about) => recordToolCall(ctx, { tool, ...about }),
      onError(error) {
        context.log.error("tool call failed", { requestId: ctx.requestId, error: describeFault(error) });
      },
    });
  };
  const limit = limitMutations(mutationLimit, context);
  const app = new Hono<AppEnv>();
  app.on("GET", [...METADATA_PATHS], ...guards, (c) => c.json(metadataOf(baseUrlOf(c.req))));
  app.on("POST", [MCP_PATH], ...guards, authorize(options), limit, limitBody, answer);
  return app;
}

/** The request to `POST /mcp` is counted instead. */
const uncounted = ({ operation, handler }: Route): Route => ({
  operation: { ...operation, auth: { ...operation.auth, rate: "exempt" } },
  handler,
});

/** Any site can send requests to a server on the user's machine (DNS rebinding), but not without naming itself. */
const checkOrigin =
  ({ allowedOrigins, baseUrlOf }: McpOptions): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const origin = c.req.header("Origin");
    if (origin !== undefined && origin !== baseUrlOf(c.req) && !allowedOrigins.includes(origin))
      throw new ForbiddenError("Requests from this origin are not allowed.");
    await next();
  };

/**
 * Rejects requests without a valid credential. API keys and session tokens name no audience: they are valid only here because
 * only this service stores or signs them, and they are passed to no other service.
 */
const authorize =
  ({ authenticate, baseUrlOf }: McpOptions): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const credential = findMcpCredential(c.req);
    const caller = credential && (await authenticate(credential));
    if (!caller) {
      c.header("WWW-Authenticate", `Bearer resource_metadata="${baseUrlOf(c.req)}${METADATA_PATHS[0]}"`);
      throw new UnauthenticatedError();
    }
    c.set("caller", caller);
    await next();
  };

/** There is no authorization server: users create API keys in the application. */
const metadataOf = (baseUrl: string) => ({
  resource: `${baseUrl}${MCP_PATH}`,
  resource_name: "Knockon",
  bearer_methods_supported: ["header"],
  resource_documentation: `${baseUrl}/docs`,
});

/** Chooses the workspace and checks the role as for an operation that reads. Throws domain errors. */
async function toContext(c: HttpContext<AppEnv>, context: SharedContext): Promise<Context> {
  const identity = await chooseWorkspace(c.get("caller"), lookupRepository, c.req, context.database);
  requireRole(identity, lookupRepository.auth);
  return {
    ...context,
    ...identity,
    workspaceId: identity.workspaceId ?? "",
    requestId: c.get("requestId"),
  };
}
