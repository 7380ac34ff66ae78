import { servedPaths, type OperationInput } from "@knockon/contract/operation";
import { STREAMED_OPERATIONS } from "@knockon/functions/streamed-operations";
import { ROUTER_PROOF_HEADER, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";
import { APPLICATION_FILES, APPLICATION_PATHS } from "@knockon/web/application-paths";

/** Where the router finds a function that streams; it takes the prefix away again. */
export const streamPrefix = (operationId: string): string => `/streamed/${operationId}`;

/** Where the router finds the application. Its files are stored below it, too. */
export const APPLICATION_PREFIX = "/application";

/**
 * What the router does with each request before it chooses whom to ask, in the JavaScript of CloudFront's functions:
 * says whom the request is from, and sends what may get large to the function that streams it and a browser to the
 * application.
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

/** `{id}` is one segment, and `/*` all below. */
const patternOf = (paths: readonly string[]): RegExp => {
  const patterns = paths.map((path) => path.replaceAll(/\{\w+\}/gu, "[^/]+").replace("/*", "(?:/.*)?"));
  return new RegExp(`^(?:${patterns.join("|")})$`);
};
