import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { HostRefusedError, HostUnreachableError } from "@knockon/core/ports/git-host";
import { guardedAgents, type ChooseAgent } from "./guarded-agents.ts";

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers: Readonly<Record<string, string>>;
  /** Headers sent only to the origin of the URL, not to redirect targets. */
  credentials: Readonly<Record<string, string>>;
  body?: string;
  /** For the whole request, including the body. */
  timeoutMs: number;
}

export interface HttpResponse {
  status: number;
  headers: IncomingMessage["headers"];
  /** Must be read or destroyed, to release the connection. */
  body: IncomingMessage;
  /** Whether a redirect led to another origin. */
  isElsewhere: boolean;
}

/** Returns responses of any status. Throws HostRefusedError and HostUnreachableError. */
export type SendHttp = (url: URL, request: HttpRequest) => Promise<HttpResponse>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Repeat method and body, as for a renamed repository. */
const REPEATING_REDIRECTS: ReadonlySet<number> = new Set([307, 308]);
const MAX_REDIRECTS = 5;

/**
 * Sends requests to hosts that tenants choose. Checks every redirect, and sends credentials only to the first origin. Writes
 * are not redirected to another origin. For `allowedHosts`, see `guardedAgents`.
 */
export function guardedHttp(allowedHosts: readonly string[]): SendHttp {
  const chooseAgent = guardedAgents(allowedHosts);
  return async (first, request) => {
    let url = first;
    let { credentials } = request;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const response = await send(chooseAgent, url, { ...request, credentials });
      const status = response.statusCode ?? 0;
      const isElsewhere = url.origin !== first.origin;
      const { location } = response.headers;
      const isWrite = request.method !== undefined && request.method !== "GET";
      const answered = { status, headers: response.headers, body: response, isElsewhere };
      if (!(isWrite ? REPEATING_REDIRECTS : REDIRECTS).has(status) || location === undefined) return answered;
      const next = URL.parse(location, url.href);
      if (isWrite && next?.origin !== first.origin) return answered;
      response.destroy();
      if (!next) throw new HostUnreachableError(`${url.host} redirects to an invalid URL.`);
      if (next.origin !== first.origin) credentials = {};
      url = next;
    }
    throw new HostUnreachableError(`${first.host} redirects too many times.`);
  };
}

function send(
  chooseAgent: ChooseAgent,
  url: URL,
  { method = "GET", headers, credentials, body, timeoutMs }: HttpRequest,
): Promise<IncomingMessage> {
  const agent = chooseAgent(url);
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = start(url, {
      method,
      agent,
      headers: { "User-Agent": "knockon", ...headers, ...credentials },
      signal: AbortSignal.timeout(timeoutMs),
    });
    // Readers receive errors too. This handles errors while there is no reader.
    sent.on("response", (response) => resolve(response.on("error", () => {})));
    sent.on("error", (error) => reject(unreachable(url.host, error)));
    sent.end(body);
  });
}

/** Converts a connection error. Omits the IP address. */
export function unreachable(host: string, error: unknown): Error {
  if (error instanceof HostRefusedError || error instanceof HostUnreachableError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "no response";
  const cause = code === "ABORT_ERR" ? "it took too long" : code;
  return new HostUnreachableError(`${host} cannot be reached: ${cause}.`, { cause: error });
}
