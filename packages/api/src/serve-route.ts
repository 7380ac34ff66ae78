import type { Context, UserContext } from "@knockon/core/context";
import { requireFeature } from "@knockon/core/plan/require-plan";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { chooseWorkspace } from "./choose-workspace.ts";
import { requireRole } from "./authorize.ts";
import { assertKeepsContract, respond } from "./respond.ts";
import type { Route, Streamed } from "./route.ts";
import { streamResponse } from "./stream-response.ts";
import { validateRequest } from "./validate-request.ts";

/** What the contexts of all requests share. */
export type SharedContext = Omit<Context, "actor" | "workspaceId" | "requestId">;

export interface ServeOptions {
  context: SharedContext;
  /** A response that breaks its contract becomes a 500. For tests; off unless set. */
  validateResponses?: boolean;
}

/** From an authenticated request to its response: shape, then tenant, then role, then the handler. */
export const serveRoute =
  ({ operation, handler }: Route, { context, validateResponses }: ServeOptions): Handler<AppEnv> =>
  async (c) => {
    const input = await validateRequest(operation, c.req);
    const identity = await chooseWorkspace(c.get("caller"), operation, c.req, context.database);
    requireRole(identity, operation.auth);
    const ctx = { ...context, ...identity, requestId: c.get("requestId") };
    if (operation.auth.feature && isOfWorkspace(ctx)) await requireFeature(ctx, operation.auth.feature);
    const result = await handler(ctx, input);
    const response = operation.streamed
      ? streamResponse(c, operation, result as Streamed<Record<string, unknown>>, context.log)
      : respond(c, operation, result);
    if (validateResponses) await assertKeepsContract(operation, response);
    return response;
  };

const isOfWorkspace = (ctx: UserContext): ctx is Context => ctx.workspaceId !== null;
