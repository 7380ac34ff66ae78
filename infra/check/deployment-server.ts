import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { BUNDLES, PACKED_FOLDER } from "./bundles.ts";

/** `functionID` is the function's name in the program. */
interface BuildInput {
  functionID: string;
  bundle: string;
  handler: string;
}

interface Call {
  method: string;
  params: [BuildInput];
}

/**
 * Starts a fake of the `sst` process, which the program calls over HTTP. Returns its URL. Reports the bundle of each function.
 */
export async function startDeploymentServer(
  report: (functionName: string, bundle: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((call) => response.end(JSON.stringify(answer(call as Call, report))));
  });
  // A connection that is closed while idle would fail the next call.
  server.keepAliveTimeout = 10 * 60_000;
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer({ method, params: [input] }: Call, report: (functionName: string, bundle: string) => void) {
  switch (method) {
    case "Provider.Aws.Bootstrap":
      return { result: { asset: "assets", state: "state" } };
    case "Provider.Aws.Appsync":
      return { result: {} };
    case "Runtime.Build":
      report(input.functionID, input.bundle);
      return { result: takeBundle(input) };
    default:
      return { error: `Unknown method ${method}.` };
  }
}

/** A folder that no build writes, or another handler than its own, fails the evaluation. */
function takeBundle({ bundle, handler }: BuildInput) {
  const isBuilt =
    handler === "index.handler" && BUNDLES.some((name) => bundle.endsWith(`dist/functions/${name}`));
  const errors = isBuilt ? [] : [`${handler} of ${bundle} is not built.`];
  return { handler, out: PACKED_FOLDER, sourcemaps: [], errors };
}
