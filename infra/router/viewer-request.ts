import { servedPaths, type OperationInput } from "@knockon/contract/operation";
import { STREAMED_OPERATIONS } from "@knockon/functions/streamed-operations";
import { ROUTER_PROOF_HEADER, VIEWER_ADDRESS_HEADER } from "@knockon/functions/viewer-address";

/** Where the router finds a function that streams; it takes the prefix away again. */
export const streamPrefix = (operationId: string): string => `/streamed/${operationId}`;

/**
 * What the router does with each request before it chooses whom to ask, in the JavaScript of CloudFront's functions:
 * says whom the request is from, and sends what may get large to the function that streams it.
 */
export const viewerRequest = (proof: string): string =>
  [
    `event.request.headers[${JSON.stringify(VIEWER_ADDRESS_HEADER)}] = { value: event.viewer.ip };`,
    `event.request.headers[${JSON.stringify(ROUTER_PROOF_HEADER)}] = { value: ${JSON.stringify(proof)} };`,
    ...STREAMED_OPERATIONS.map(sendToStream),
  ].join("\n");

const sendToStream = (operation: OperationInput): string =>
  [
    `if (event.request.method === ${JSON.stringify(operation.method)}`,
    `  && ${patternOf(servedPaths(operation))}.test(event.request.uri))`,
    `  event.request.uri = ${JSON.stringify(streamPrefix(operation.id))} + event.request.uri;`,
  ].join("\n");

const patternOf = (paths: readonly string[]): RegExp =>
  new RegExp(`^(?:${paths.map((path) => path.replaceAll(/\{\w+\}/gu, "[^/]+")).join("|")})$`);
