import type { Handler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { findCredential } from "./credential.ts";
import type { Authenticate } from "./identity.ts";
import type { Route } from "./route.ts";
import type { ServeOptions } from "./serve-route.ts";
import { fromWire } from "./wire.ts";

/**
 * From a browser that another service sends here to where it goes on. Whoever is signed in is its user, and nobody is the
 * system; what is refused, the page that it is led to tells. The address that it came by holds secrets: nothing keeps it.
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
