import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { table } from "@knockon/cli/output/format";
import { milliseconds, percentile } from "../measure/numbers.ts";
import { withClient, withServer } from "../scale/server.ts";
import { withWorker } from "../scale/worker-process.ts";
import type { Serving } from "./api-server.ts";
import { load } from "./load.ts";
import type { Question } from "./open-apis.ts";

interface Options {
  json: boolean;
  seed: number;
  repositories: number;
}

/** In milliseconds. */
interface Latency {
  p50: number;
  p99: number;
  requests: number;
}

interface ApiResult {
  seed: number;
  repositories: number;
  connections: number;
  answers: (Question & { ours: Latency; bare: Latency })[];
}

const CONNECTIONS = 16;
const ROUNDS = 6;
const ROUND_MS = 2000;
const WARM_UP_MS = 2000;

/** Scans an organization, then measures both servers in turns. */
export async function apiBench({ json, seed, repositories }: Options): Promise<string> {
  const result = await withServer(async (server): Promise<ApiResult> => {
    const setting = { url: await server.createDatabase(), blobFolder: join(server.folder, "blobs") };
    await withWorker({ ...setting, organization: { seed, repositories } }, (execute) =>
      execute({ kind: "scan" }),
    );
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

/** Measures in alternating rounds, so that other load on the machine affects both servers. */
async function measure(
  { ours, bare, headers }: Serving,
  question: Question,
): Promise<ApiResult["answers"][number]> {
  const request = (port: number, durationMs: number): Promise<number[]> =>
    load({ url: `http://127.0.0.1:${port}${question.path}`, headers, connections: CONNECTIONS, durationMs });
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (const port of [ours, bare]) await request(port, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    times.ours.push(...(await request(ours, ROUND_MS)));
    times.bare.push(...(await request(bare, ROUND_MS)));
  }
  return { ...question, ours: latencyOf(times.ours), bare: latencyOf(times.bare) };
}

const latencyOf = (times: readonly number[]): Latency => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  requests: times.length,
});

const SERVER = fileURLToPath(new URL("./api-server.ts", import.meta.url));

/** Runs both servers in a child process for the duration of `work`. */
async function withApiServer<T>(
  options: { url: string; blobFolder: string },
  work: (serving: Serving) => Promise<T>,
): Promise<T> {
  const child = fork(SERVER, [JSON.stringify(options)]);
  const ended = once(child, "exit");
  const died = ended.then(([code]) => {
    throw new Error(`The server exited with ${code}.`);
  });
  died.catch(() => {});
  try {
    const [serving] = (await Promise.race([once(child, "message"), died])) as [Serving];
    return await Promise.race([work(serving), died]);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

const presentApi = ({
  seed,
  repositories,
  connections,
  answers,
}: ApiResult): string => `${repositories} repositories, seed ${seed}, ${connections} connections

${table([
  ["endpoint", "statements", "bytes", "p50 ours", "bare", "ratio", "p99 ours", "bare", "ratio"],
  ...answers.map(({ name, statements, bytes, ours, bare }) => [
    name,
    String(statements),
    String(bytes),
    milliseconds(ours.p50),
    milliseconds(bare.p50),
    (ours.p50 / bare.p50).toFixed(2),
    milliseconds(ours.p99),
    milliseconds(bare.p99),
    (ours.p99 / bare.p99).toFixed(2),
  ]),
])}
`;
