import { servedPaths, type OperationInput } from "@knockon/contract/operation";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { ROUTER_PROOF_HEADER, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";
import { APPLICATION_FILES, APPLICATION_PATHS } from "@knockon/web/application-paths";

/** Path prefix that routes a request to a streaming function. The router strips it. */
export const streamPrefix = (operationId: string): string => `/streamed/${operationId}`;

/** Path prefix of the application, in the router and in its bucket. */
export const APPLICATION_PREFIX = "/application";

/**
 * Returns the code that CloudFront runs for each request before routing it: it adds the viewer's address with a proof,
 * and rewrites the paths of streamed operations and of the application.
 */
export const viewerRequest = (proof: string): string =>
  [
    `const { method, headers } = event.request;`,
    `headers[${JSON.stringify(VIEWER_ADDRESS_HEADER)}] = { value: event.viewer.ip };`,
    `headers[${JSON.stringify(ROUTER_PROOF_HEADER)}] = { value: ${JSON.stringify(proof)} };`,
    ...STREAMED_OPERATIONS.map(sendToStream),
    `if (method === "GET" || method === "HEAD") {`,
    `  if (${patternOf(APPLICATION_PATHS)}.test(event.request.uri)) event.request.uri = "${APPLICATION_PREFIX}/index.html";`,
    `  else if (${patternOf(APPLICATION_FILES)}.test(event.request.uri)) event.request.uri = "${APPLICATION_PREFIX}" + event.request.uri;`,
    `}`,
  ].join("\n");

const sendToStream = (operation: OperationInput): string =>
  [
    `if (method === ${JSON.stringify(operation.method)} && ${patternOf(servedPaths(operation))}.test(event.request.uri))`,
    `  event.request.uri = ${JSON.stringify(streamPrefix(operation.id))} + event.request.uri;`,
  ].join("\n");

/** `{id}` matches one segment, `/*` everything below. */
const patternOf = (paths: readonly string[]): RegExp => {
  const patterns = paths.map((path) => path.replaceAll(/\{\w+\}/gu, "[^/]+").replace("/*", "(?:/.*)?"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
};
