import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { assertKeepsContract, respond } from "./respond.ts";
import type { Route } from "./route.ts";
import type { ServeOptions } from "./serve-route.ts";

/**
 * From a request that its signature proves to its response. The handler gets it as it came: what is signed are the
 * bytes, and nothing of them is judged before the signature is.
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
