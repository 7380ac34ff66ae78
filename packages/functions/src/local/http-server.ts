import { randomUUID } from "node:crypto";
import type { Server, ServerOptions } from "node:http";
import type { Duplex } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";

const REFUSALS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The address and the headers are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request took too long to arrive."],
};
const MALFORMED = ["400 Bad Request", "The request is not HTTP."] as const;

type Handle = (request: Request) => Response | Promise<Response>;

/** What never becomes a request has an answer like all others too, after which its connection ends. */
export function createHttpServer(handle: Handle, serverOptions: ServerOptions = {}): Server {
  const server = createAdaptorServer({ fetch: handle, serverOptions }) as Server;
  return server.on("clientError", answerUnreadable);
}

function answerUnreadable(error: Error & { code?: string }, connection: Duplex): void {
  if (error.code === "ECONNRESET" || !connection.writable) {
    connection.destroy();
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ""] ?? MALFORMED;
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    `X-Request-ID: ${randomUUID()}`,
    "Connection: close",
  ];
  connection.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
