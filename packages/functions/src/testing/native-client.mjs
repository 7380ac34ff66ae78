/**
 * Preloaded. Replaces the native part of Lambda's runtime client, which must be compiled and is not published, with Node's HTTP: reports
 * the result of an invocation. The runtime client's own fallback fetches the next one. Plain JavaScript, so that a function's process
 * starts without loading the TypeScript parser.
 */
import { request } from "node:http";
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith("/rapid-client.node")
      ? { url: import.meta.url, shortCircuit: true }
      : nextResolve(specifier, context),
});

/** @type {(id: string, body: string) => void} */
export const done = (id, body) => report(`${id}/response`, body);

/** @type {(id: string, body: string) => void} */
export const error = (id, body) => report(`${id}/error`, body);

/** @type {(path: string, body: string) => void} */
function report(path, body) {
  const url = `http://${process.env["AWS_LAMBDA_RUNTIME_API"]}/2018-06-01/runtime/invocation/${path}`;
  request(url, { method: "POST", headers: { "Content-Type": "application/json" } }, (response) =>
    response.resume(),
  ).end(body);
}
