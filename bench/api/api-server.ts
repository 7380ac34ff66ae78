/** Serves our API and the bare routes, each on its own port, in a separate process from the client. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { openApis, type Question } from "./open-apis.ts";

export interface Serving {
  ours: number;
  bare: number;
  headers: Record<string, string>;
  questions: Question[];
}

const { ours, bare, headers, questions } = await openApis(
  JSON.parse(process.argv[2] ?? "") as { url: string; blobFolder: string },
);
const serving: Serving = {
  ours: await listen(ours.fetch),
  bare: await listen(bare.fetch),
  headers,
  questions,
};
process.once("disconnect", () => process.exit());
process.send?.(serving);

async function listen(fetch: Hono["fetch"]): Promise<number> {
  const server = createAdaptorServer({ fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
