import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { join } from "node:path";
import { ROOT } from "./platform.ts";

interface Call {
  method: string;
  params: { bundle?: string; handler?: string };
}

/** What `sst` would have made in the account before the program runs. */
const BOOTSTRAP = { asset: "assets", state: "state", assetEcrRegistryId: "", assetEcrUrl: "", appsyncHttp: "", appsyncRealtime: "" };

/** Stands for the `sst` process that the program calls back. Sets `SST_SERVER` to it. */
export async function startDeploymentServer(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const call = (await json(request)) as Call[] | Call;
    response.end(JSON.stringify(answer(Array.isArray(call) ? call[0] : call)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env["SST_SERVER"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return server;
}
