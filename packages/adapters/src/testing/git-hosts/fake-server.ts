import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeResponse {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Breaks the connection after this many bytes of the body. */
  cutAfter?: number;
}

type Handle = (request: FakeRequest) => FakeResponse | Promise<FakeResponse>;

export interface FakeServer {
  origin: string;
  close(): Promise<void>;
}

/** Serves HTTP on loopback. */
export async function startFakeServer(handle: Handle): Promise<FakeServer> {
  const server = createServer((incoming, outgoing) => void serve(handle, incoming, outgoing));
  // On a busy machine, a client may reuse a connection at the moment when the default of 5 s closes it.
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  };
}

async function serve(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", "http://fake");
  const {
    status,
    headers = {},
    body = "",
    cutAfter,
  } = await answerOr500(handle, {
    method: incoming.method ?? "GET",
    path: decodeURI(url.pathname),
    query: url.searchParams,
    headers: incoming.headers,
    body: await text(incoming),
  });
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  outgoing.writeHead(status, { "Content-Length": bytes.byteLength, ...headers });
  if (cutAfter === undefined) outgoing.end(bytes);
  else outgoing.write(bytes.subarray(0, cutAfter), () => outgoing.destroy());
}

async function answerOr500(handle: Handle, request: FakeRequest): Promise<FakeResponse> {
  try {
    return await handle(request);
  } catch (error) {
    return { status: 500, body: String(error) };
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): FakeResponse => ({
  status,
  headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(value),
});
