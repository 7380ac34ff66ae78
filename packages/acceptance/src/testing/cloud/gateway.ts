import { servedPaths, SIGN_IN_PATH } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { MCP_PATH, METADATA_PATHS } from "@knockon/functions/mcp/paths";
import { apiGatewayEvent } from "@knockon/functions/testing/events";

/** The gateway's routes, by precedence: a literal segment matches before a parameter. */
const ROUTES = OPERATIONS.flatMap((operation) =>
  servedPaths(operation).map((path) => ({
    method: operation.method as string,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u"),
    parameters: path.split("{").length,
    name: operation.id,
  })),
).toSorted((a, b) => a.parameters - b.parameters);

/** Returns the name of the function that the gateway invokes for a request. */
export function functionFor(method: string, path: string): string {
  if (path.startsWith(`${SIGN_IN_PATH}/`)) return "sign-in";
  if (method === "GET" && path === "/readyz") return "readiness";
  if (path === MCP_PATH || (METADATA_PATHS as readonly string[]).includes(path)) return "mcp";
  const found = ROUTES.find((route) => route.method === method && route.pattern.test(path));
  return found?.name ?? "not-found";
}

/** Returns the gateway's event for a request. Bodies are JSON. */
export function eventOf(target: string, { method = "GET", headers, body }: RequestInit, sourceIp: string) {
  const { pathname, searchParams } = new URL(target, "https://gateway.test");
  const { "content-type": _, cookie, ...rest } = Object.fromEntries(new Headers(headers));
  return apiGatewayEvent({
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    headers: { ...rest, ...(cookie !== undefined && { Cookie: cookie }) },
    ...(typeof body === "string" && { body: JSON.parse(body) as unknown }),
    sourceIp,
  });
}

export interface FunctionResponse {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body: string;
  isBase64Encoded?: boolean;
}

/** Returns the HTTP response that the gateway makes of a function's response. */
export function responseOf(result: FunctionResponse): Response {
  const headers = new Headers(result.headers);
  for (const cookie of result.cookies ?? []) headers.append("Set-Cookie", cookie);
  const body = Buffer.from(result.body, result.isBase64Encoded === true ? "base64" : "utf8");
  return new Response(body.length === 0 ? null : body, { status: result.statusCode, headers });
}
