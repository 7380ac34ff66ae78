import { join } from "node:path";
import { withClient, withServer } from "../scale/server.ts";
import { withWorker } from "../scale/worker-process.ts";
import type { Serving } from "./api-server.ts";
import { load } from "./load.ts";
import type { Question } from "./open-apis.ts";
import { percentile } from "./percentile.ts";
import { presentApi } from "./present-api.ts";
import { withApiServer } from "./with-api-server.ts";

interface Options {
  json: boolean;
  seed: number;
  repositories: number;
}

/** Milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  requests: number;
}

export interface ApiResult {
  seed: number;
  repositories: number;
  connections: number;
  answers: (Question & { ours: Latency; bare: Latency })[];
}

const CONNECTIONS = 16;
const ROUNDS = 6;
const ROUND_MS = 2000;
const WARM_UP_MS = 2000;

/** Scans an organization, then asks both sides about it in turns. */
export async function apiBench({ json, seed, repositories }: Options): Promise<string> {
  const result = await withServer(async (server): Promise<ApiResult> => {
    const setting = { url: await server.createDatabase(), blobFolder: join(server.folder, "blobs") };
    await withWorker({ ...setting, organization: { seed, repositories } }, (obey) => obey({ kind: "scan" }));
    await withClient(setting.url, (client) => client.query("vacuum analyze"));
    const answers = await withApiServer(setting, async (serving) => {
      const measured: ApiResult["answers"] = [];
      for (const question of serving.questions) measured.push(await measure(serving, question));
      return measured;
    });
    return { seed, repositories, connections: CONNECTIONS, answers };
  });
  return json ? `${JSON.stringify(result, null, 2)}\n` : presentApi(result);
}

/** Round by round, so that what else the machine does falls on both. */
async function measure(
  { ours, bare, headers }: Serving,
  question: Question,
): Promise<ApiResult["answers"][number]> {
  const ask = (port: number, milliseconds: number): Promise<number[]> =>
    load({
      url: `http://127.0.0.1:${port}${question.path}`,
      headers,
      connections: CONNECTIONS,
      milliseconds,
    });
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (const port of [ours, bare]) await ask(port, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(...(await ask(ours, ROUND_MS)));
    times.bare.push(...(await ask(bare, ROUND_MS)));
  }
  return { ...question, ours: latencyOf(times.ours), bare: latencyOf(times.bare) };
}

const latencyOf = (times: readonly number[]): Latency => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  requests: times.length,
});
