import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServerOptions } from "./server.ts";

/** Serves a client on standard input and output until the input ends. */
export function serveOverStdio(options: ServerOptions): void {
  serveStdio(() => createServer(options), { onerror: options.onError });
}
