import { once } from "node:events";
import type { HttpBindings } from "@hono/node-server";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { createReference } from "@knockon/api/reference/reference";
import { ROUTES } from "@knockon/api/routes/all";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { SharedContext } from "@knockon/api/serve-route";
import type { RateCounter } from "@knockon/core/ports/rate-counter";
import { findUnready } from "@knockon/db/readiness";
import { StartError, type StartOptions } from "./arguments.ts";
import { clientAddress } from "./client-address.ts";
import { openApplication } from "./open-application.ts";
import { createHttpServer } from "./http-server.ts";
import type { LocalSignIn } from "./local-sign-in.ts";
import type { Shutdown } from "./shutdown.ts";

/** The counter is the database that has just verified the key: when it is slow, everything is, and nothing is won by haste. */
const PATIENCE_MS = 2000;

type ServeOptions = Pick<StartOptions, "host" | "port" | "mutationLimit" | "trustedProxies">;

/** Serves every operation, and how the service is; returns the base URL. */
export async function serveHttp(
  shared: SharedContext,
  { counter, signIn }: { counter: RateCounter; signIn: LocalSignIn },
  { host, port, mutationLimit, trustedProxies }: ServeOptions,
  shutdown: Shutdown,
): Promise<string> {
  const application = await openApplication();
  const app = createApp({
    routes: ROUTES,
    mutationLimit: { counter, perMinute: mutationLimit, timeoutMs: PATIENCE_MS },
    authenticate: authenticateAgainst(shared.database, signIn.secret),
    context: shared,
    allowedOrigins: [],
    signIn: {
      answer: signIn.answer,
      limits: { counter, now: shared.now, secret: signIn.secret },
      addressOf: (c) => {
        const { incoming } = c.env as HttpBindings;
        const forwardedFor = c.req.header("X-Forwarded-For");
        return clientAddress(incoming.socket.remoteAddress ?? "", forwardedFor, trustedProxies);
      },
    },
    ...(application && { application }),
    reference: createReference(openApiDocument(OPERATIONS)),
    findUnready: () => findUnready(shared.database),
  });
  const server = createHttpServer(app.fetch);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw listenError(error, host, port);
  }
  shutdown.add("The HTTP server", async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const listening = typeof address === "object" && address ? address.port : port;
  return `http://${nameOf(host)}:${listening}`;
}

function listenError(error: unknown, host: string, port: number): StartError {
  const code = error instanceof Error && "code" in error ? error.code : error;
  return new StartError(
    code === "EADDRINUSE"
      ? `Port ${port} is in use. Choose another with --port.`
      : `Cannot listen on port ${port} of ${host}: ${String(code)}.`,
  );
}

/** The host as it stands in a URL that works on this machine. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
