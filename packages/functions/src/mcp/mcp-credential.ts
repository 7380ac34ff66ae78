import { SESSION_COOKIE } from "@knockon/core/session/session";
import type { HonoRequest } from "hono";

/** A credential of a request to `POST /mcp`, and the headers that carry it to the API. */
export interface McpCredential {
  type: "key" | "session";
  text: string;
  headers: Record<string, string>;
}

/**
 * Returns the API key in `X-API-Key` or as bearer token, or else the session token as bearer token. A session cookie is ignored:
 * browsers attach it to requests of any site, and clients of the protocol have none.
 */
export function findMcpCredential(request: HonoRequest): McpCredential | undefined {
  const [, bearer = ""] = /^bearer +(\S+)$/iu.exec(request.header("Authorization") ?? "") ?? [];
  const key = request.header("X-API-Key") || (bearer.startsWith("svc_") ? bearer : "");
  if (key !== "") return { type: "key", text: key, headers: { "X-API-Key": key } };
  if (bearer === "") return undefined;
  const text = decode(bearer);
  return { type: "session", text, headers: { Cookie: `${SESSION_COOKIE}=${encodeURIComponent(text)}` } };
}

/** Cookies are stored URL-encoded, and users copy them that way. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
