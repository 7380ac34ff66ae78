import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { ROOT } from "./platform.ts";

interface Call {
  method: string;
  params: [{ bundle: string; handler: string }];
}

/** Starts a fake of the `sst` process, which the program calls over HTTP. Returns its URL. */
export async function startDeploymentServer(): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((call) => response.end(JSON.stringify(answer(call as Call))));
  });
  // A connection that is closed while idle would fail the next call.
  server.keepAliveTimeout = 10 * 60_000;
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answer({ method, params: [input] }: Call) {
  switch (method) {
    case "Provider.Aws.Bootstrap":
      return { result: { asset: "assets", state: "state" } };
    case "Provider.Aws.Appsync":
      return { result: {} };
    case "Runtime.Build":
      return { result: takeBundle(input) };
    default:
      return { error: `Unknown method ${method}.` };
  }
}

/** Functions are built beforehand. A folder without the handler fails the evaluation. */
function takeBundle({ bundle, handler }: { bundle: string; handler: string }) {
  const out = join(ROOT, bundle);
  const file = join(out, handler.replace(/\.\w+$/u, ".mjs"));
  return { handler, out, sourcemaps: [], errors: existsSync(file) ? [] : [`${file} is missing.`] };
}
