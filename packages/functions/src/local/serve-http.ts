import { once } from "node:events";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { createApp, createFallback } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { createReference } from "@knockon/api/reference/reference";
import { ROUTES } from "@knockon/api/routes/all";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { SharedContext } from "@knockon/api/serve-route";
import type { RateCounter } from "@knockon/core/ports/rate-counter";
import { findUnready } from "@knockon/db/readiness";
import { serveMcp } from "../mcp/serve-mcp.ts";
import { StartError, type StartOptions } from "./arguments.ts";
import { clientAddress } from "./client-address.ts";
import { openApplication } from "./open-application.ts";
import type { LocalSignIn } from "./local-sign-in.ts";
import type { Shutdown } from "./shutdown.ts";
import { randomUUID } from "node:crypto";
import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
} from "node:http";
import type { Duplex } from "node:stream";

/** The counter is the database that has just verified the key. If it is slow, every request is, so a short timeout gains nothing. */
const COUNT_TIMEOUT_MS = 2000;

type ServeOptions = Pick<
  StartOptions,
  "host" | "port" | "mutationLimit" | "trustedProxies" | "appUrl" | "allowedOrigins"
>;

/** What a server needs besides the context. */
export interface ServedParts {
  counter: RateCounter;
  signIn: LocalSignIn;
}

/** Creates the app of every operation, `/mcp`, `/healthz`, `/readyz` and the web application. */
export async function createServer(
  shared: SharedContext,
  { counter, signIn }: ServedParts,
  { host, mutationLimit, trustedProxies, appUrl, allowedOrigins }: ServeOptions,
): Promise<Handle> {
  const application = await openApplication();
  const authenticate = authenticateAgainst(shared.database, signIn.secret);
  const limit = { counter, perMinute: mutationLimit, timeoutMs: COUNT_TIMEOUT_MS };
  // A proxy that ends TLS passes requests on under another origin.
  const origins = [...(appUrl === null ? [] : [appUrl]), ...allowedOrigins];
  const app = createApp({
    routes: ROUTES,
    mutationLimit: limit,
    authenticate,
    context: shared,
    allowedOrigins: origins,
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
    reference: createReference(() => openApiDocument(OPERATIONS)),
    findUnready: () => findUnready(shared.database),
  });
  const names = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    nameOf(host),
    new URL(appUrl ?? "http://localhost").hostname,
  ];
  const isLoopback = host === "localhost" || isLoopbackAddress(host);
  app.route(
    "/",
    serveMcp({
      context: shared,
      authenticate,
      mutationLimit: limit,
      allowedOrigins: origins,
      // A server for other machines has names that are not known here.
      ...(isLoopback && { allowedHosts: names }),
      baseUrlOf: ({ url }) => appUrl ?? new URL(url).origin,
    }),
  );
  return app.fetch;
}

/** Creates the app of a process without an API: `/healthz` and `/readyz`. */
export const createStatusServer = (shared: SharedContext): Handle =>
  createFallback({ log: shared.log, allowedOrigins: [], findUnready: () => findUnready(shared.database) }, [])
    .fetch;

/** Listens until shutdown. Returns the base URL. Throws StartError. */
export async function listen(
  handle: Handle,
  { host, port }: Pick<StartOptions, "host" | "port">,
  shutdown: Shutdown,
): Promise<string> {
  const server = createHttpServer(handle);
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

const isLoopbackAddress = (host: string): boolean => host === "::1" || host.startsWith("127.");

function listenError(error: unknown, host: string, port: number): StartError {
  const code = error instanceof Error && "code" in error ? error.code : error;
  return new StartError(
    code === "EADDRINUSE"
      ? `Port ${port} is in use. Choose another one with --port.`
      : `Cannot listen on port ${port} of ${host}: ${String(code)}.`,
  );
}

/** Returns the host for a URL that works on this machine. */
function nameOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

const REFUSALS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The URL and headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
};
const MALFORMED = ["400 Bad Request", "Malformed HTTP request."] as const;

type Handle = Parameters<typeof getRequestListener>[0];

/** Creates an HTTP server that answers unparsable requests in our error form and then closes the connection. */
export function createHttpServer(handle: Handle, serverOptions: ServerOptions = {}): Server {
  const listener = getRequestListener(handle, { errorHandler: answerFault });
  // Node.js refuses a missing host without a body. The listener refuses it, too.
  const options = { ...serverOptions, requireHostHeader: false };
  const server = createNodeServer(options, (incoming, outgoing) => void listener(incoming, outgoing));
  return server.on("clientError", answerUnreadable).on("checkExpectation", refuseExpectation);
}

/** Answers a request whose URL or host is invalid, such as `OPTIONS *`. */
function answerFault(error: unknown): Response {
  const headers = { "X-Request-ID": randomUUID(), "X-Content-Type-Options": "nosniff" };
  if (!(error instanceof RequestError))
    return Response.json({ detail: "Internal server error." }, { status: 500, headers });
  return Response.json({ detail: `Malformed HTTP request: ${error.message}.` }, { status: 400, headers });
}

/** Refuses an `Expect` header other than `100-continue`. */
function refuseExpectation({ socket }: IncomingMessage): void {
  refuse(socket, "417 Expectation Failed", "Unknown expectation.");
}

function answerUnreadable(error: Error & { code?: string }, connection: Duplex): void {
  if (error.code === "ECONNRESET" || !connection.writable) {
    connection.destroy();
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ""] ?? MALFORMED;
  refuse(connection, status, detail);
}

/** Answers and closes the connection. */
function refuse(connection: Duplex, status: string, detail: string): void {
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Request-ID: ${randomUUID()}`,
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  connection.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
