import { availableParallelism } from "node:os";
import type { OperationInput } from "@knockon/contract/operation";
import type { Context, UserContext } from "@knockon/core/context";
import { requireFeature } from "@knockon/core/plan/require-plan";
import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { chooseWorkspace } from "./choose-workspace.ts";
import { respondCsv, wantsCsv } from "./csv.ts";
import { findCredential, requireRole, type Authenticate } from "./identity.ts";
import { assertKeepsContract, respond, streamResponse } from "./respond.ts";
import type { CountedResult, RequestInput, Route, Streamed } from "./route.ts";
import { Turns } from "./turns.ts";
import { readInput } from "./validate-request.ts";
import { fromWire } from "@knockon/contract/wire";

/** The part of the context that all requests share. */
export type SharedContext = Omit<Context, "actor" | "workspaceId" | "requestId">;

export interface ServeOptions {
  context: SharedContext;
  /** Fails with 500 if a response does not match its schema. For tests. */
  validateResponses?: boolean;
}

/** Longer than any statement of a read takes on a server that is not overloaded. */
const STATEMENT_TIMEOUT_MS = 25_000;

/**
 * The reads of a workspace that this process serves at a time, and those that may wait. The others are refused with 429. More than the
 * processors serve would only delay other workspaces.
 */
export const turns = new Turns({ running: Math.min(4, Math.max(2, availableParallelism())), waiting: 200 });

/** Serves an authenticated request. Checks its shape, workspace, role and plan, in this order. */
export const serveRoute =
  ({ operation, handler }: Route, { context, validateResponses }: ServeOptions): Handler<AppEnv> =>
  async (c) => {
    const input = readInput(operation, c.req);
    const identity = await chooseWorkspace(c.get("caller"), operation, c.req, context.database);
    requireRole(identity, operation.auth);
    const requestId = c.get("requestId");
    const isRead = (operation.method === "GET" || operation.reads === true) && !operation.streamed;
    const isCsv = wantsCsv(operation, c.req.header("Accept"));
    const ctx = {
      ...context,
      ...identity,
      requestId,
      ...(isCsv && { leavesApplication: true }),
      ...(isRead && { statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
    };
    const handle = (part: RequestInput = input) =>
      isRead && ctx.workspaceId !== null
        ? turns.run(ctx.workspaceId, () => handler(ctx, part))
        : handler(ctx, part);
    if (hasWorkspace(ctx)) await requirePlan(ctx, operation, handle);
    if (isCsv) {
      const readPage = (page: RequestInput) => handle(page) as Promise<CountedResult>;
      return respondCsv(c, operation, input, readPage, context.log);
    }
    const result = await handle();
    const response = operation.streamed
      ? streamResponse(c, operation, result as Streamed<Record<string, unknown>>, context.log)
      : respond(c, operation, result);
    if (validateResponses) await assertKeepsContract(operation, response);
    return response;
  };

/** A missing resource is 404 even if the plan lacks the feature, so reads run before the plan error is thrown. */
async function requirePlan(
  ctx: Context,
  { auth, method }: OperationInput,
  handle: () => Promise<unknown>,
): Promise<void> {
  if (!auth.feature) return;
  try {
    await requireFeature(ctx, auth.feature);
  } catch (error) {
    if (method === "GET") await handle();
    throw error;
  }
}

const hasWorkspace = (ctx: UserContext): ctx is Context => ctx.workspaceId !== null;

/**
 * Serves a request that is authenticated by its signature. The handler receives the raw bytes, because it verifies the
 * signature before it parses them.
 */
export const serveSigned =
  ({ operation, handler }: Route, { context, validateResponses }: ServeOptions): Handler<AppEnv> =>
  async (c) => {
    const delivery = {
      header: (name: string) => c.req.header(name),
      body: new Uint8Array(await c.req.arrayBuffer()),
    };
    const ctx = {
      ...context,
      actor: { type: "system" },
      workspaceId: null,
      requestId: c.get("requestId"),
    } as const;
    const response = respond(c, operation, await handler(ctx, { delivery }));
    if (validateResponses) await assertKeepsContract(operation, response);
    return response;
  };

/**
 * Redirects a browser that another service sent here. Without a session, the actor is the system. Errors are shown by the
 * page it is redirected to. The URL contains secrets, so it must not be cached or sent as a referrer.
 */
export const serveRedirect =
  (
    { operation, handler }: Route,
    { context, authenticate }: ServeOptions & { authenticate: Authenticate },
  ): Handler<AppEnv> =>
  async (c) => {
    const credential = findCredential(c);
    const caller = credential?.type === "session" ? await authenticate(credential) : undefined;
    const actor =
      caller?.type === "user"
        ? ({ type: "user", id: caller.id, role: null } as const)
        : ({ type: "system" } as const);
    const query = operation.query && fromWire(operation.query, operation.query.parse(c.req.query()));
    const ctx = { ...context, actor, workspaceId: null, requestId: c.get("requestId") };
    const { location } = (await handler(ctx, { query })) as { location: string };
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
    return c.redirect(location, 302);
  };
