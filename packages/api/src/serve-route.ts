import type { Context } from "@knockon/core/context";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { requireOwnWorkspace, requireRole } from "./authorize.ts";
import type { Identity } from "./identity.ts";
import { assertKeepsContract, respond } from "./respond.ts";
import type { Route } from "./route.ts";
import { validateRequest } from "./validate-request.ts";

/** What the contexts of all requests share. */
export type SharedContext = Omit<Context, keyof Identity | "requestId">;

export interface ServeOptions {
  context: SharedContext;
  /** A response that breaks its contract becomes a 500. For tests; off unless set. */
  validateResponses?: boolean;
}

/** From an authenticated request to its response: shape, then tenant, then role, then the handler. */
export const serveRoute =
  ({ operation, handler }: Route, { context, validateResponses }: ServeOptions): Handler<AppEnv> =>
  async (c) => {
    const identity = c.get("identity");
    const input = await validateRequest(operation, c.req);
    requireOwnWorkspace(identity, [c.req.header("X-Workspace-Id"), c.req.param("workspace_id")]);
    requireRole(identity, operation.auth);
    const result = await handler({ ...context, ...identity, requestId: c.get("requestId") }, input);
    const response = respond(c, operation, result);
    if (validateResponses) await assertKeepsContract(operation, response);
    return response;
  };
