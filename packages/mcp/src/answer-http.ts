import { createMcpHandler } from "@modelcontextprotocol/server";
import { createServer, type ServerOptions } from "./server.ts";

/**
 * Answers one request of Streamable HTTP without a session, in both revisions of the protocol. Nothing can be subscribed to: the
 * tools do not change, and a function can't keep a stream open. Requests that violate the protocol are not reported as errors.
 */
export const answerHttp = (request: Request, options: ServerOptions): Promise<Response> =>
  createMcpHandler(() => createServer(options), { maxSubscriptions: 0 }).fetch(request);
