import { servedPaths, SIGN_IN_PATH } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { apiGatewayEvent } from "@knockon/functions/testing/events";

/** As the gateway matches: whole segments, what is written before what is a parameter. */
const ROUTES = OPERATIONS.flatMap((operation) =>
  servedPaths(operation).map((path) => ({
    method: operation.method as string,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, "[^/]+")}$`, "u"),
    parameters: path.split("{").length,
    name: operation.id,
  })),
).toSorted((a, b) => a.parameters - b.parameters);

/** The function that the gateway hands a request to. */
export function functionFor(method: string, path: string): string {
  if (path.startsWith(`${SIGN_IN_PATH}/`)) return "sign-in";
  if (method === "GET" && path === "/readyz") return "readiness";
  const found = ROUTES.find((route) => route.method === method && route.pattern.test(path));
  return found?.name ?? "not-found";
}

/** The event that a request comes to. Bodies are JSON. */
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

export interface FunctionAnswer {
  statusCode: number;
  headers: Record<string, string>;
  cookies?: string[];
  body: string;
  isBase64Encoded?: boolean;
}

/** The response that an answer comes to. */
export function responseOf(answer: FunctionAnswer): Response {
  const headers = new Headers(answer.headers);
  for (const cookie of answer.cookies ?? []) headers.append("Set-Cookie", cookie);
  const body = Buffer.from(answer.body, answer.isBase64Encoded === true ? "base64" : "utf8");
  return new Response(body.length === 0 ? null : body, { status: answer.statusCode, headers });
}
