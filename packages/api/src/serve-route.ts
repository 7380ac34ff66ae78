import type { OperationInput } from "@knockon/contract/operation";
import type { Context, UserContext } from "@knockon/core/context";
import { requireFeature } from "@knockon/core/plan/require-plan";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { chooseWorkspace } from "./choose-workspace.ts";
import { requireRole } from "./authorize.ts";
import { assertKeepsContract, respond } from "./respond.ts";
import type { Route, Streamed } from "./route.ts";
import { streamResponse } from "./stream-response.ts";
import { readInput } from "./validate-request.ts";

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
    const input = readInput(operation, c.req);
    const identity = await chooseWorkspace(c.get("caller"), operation, c.req, context.database);
    requireRole(identity, operation.auth);
    const ctx = { ...context, ...identity, requestId: c.get("requestId") };
    const handle = () => handler(ctx, input);
    if (isOfWorkspace(ctx)) await requirePlan(ctx, operation, handle);
    const result = await handle();
    const response = operation.streamed
      ? streamResponse(c, operation, result as Streamed<Record<string, unknown>>, context.log)
      : respond(c, operation, result);
    if (validateResponses) await assertKeepsContract(operation, response);
    return response;
  };

/** A read of what is not there is 404, whatever the plan: where the plan refuses, the handler is asked first. */
async function requirePlan(
  ctx: Context,
  { auth, method }: OperationInput,
  handle: () => Promise<unknown>,
): Promise<void> {
  if (!auth.feature) return;
  try {
    await requireFeature(ctx, auth.feature);
  } catch (refusal) {
    if (method === "GET") await handle();
    throw refusal;
  }
}

const isOfWorkspace = (ctx: UserContext): ctx is Context => ctx.workspaceId !== null;
