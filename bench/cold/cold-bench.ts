import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { withTemporaryFolder } from "../measure/temporary-folder.ts";
import { presentCold } from "./present-cold.ts";
import { buildSubjects, type Subject } from "./subjects.ts";

const FIRST_RESPONSE = fileURLToPath(new URL("first-response.ts", import.meta.url));

export interface ColdResult {
  name: string;
  bytes: number;
  packages: string[];
  /** From before the import to the first response; the least of all runs, since whatever else the machine does only adds. */
  milliseconds: number;
}

/** Import to first response of each operation's bundle, each time in a new process, the baselines in the same rounds. */
export const coldBench = ({ json, runs }: { json: boolean; runs: number }): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const { baselines, operations } = await buildSubjects(folder);
    const dynamodb = await startDynamodb();
    try {
      const environment = environmentOf(dynamodb.config.endpoint, await dynamodb.makeTable());
      const results = await measure([...baselines, ...operations], runs, environment);
      const [bareHono, bareNeon, ...functions] = results as [ColdResult, ColdResult, ...ColdResult[]];
      const result = { bareHono, bareNeon, functions };
      return json ? `${JSON.stringify(result)}\n` : presentCold(result);
    } finally {
      await dynamodb.stop();
    }
  });

/** In turns, so that a busy moment slows all of them. The first round warms the disk up. */
async function measure(
  subjects: readonly Subject[],
  runs: number,
  environment: NodeJS.ProcessEnv,
): Promise<ColdResult[]> {
  const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let run = 0; run <= runs; run += 1) {
    for (const subject of subjects) {
      const milliseconds = await respondOnce(subject, environment);
      if (run > 0) times.get(subject)?.push(milliseconds);
    }
  }
  return subjects.map((subject) => ({
    name: subject.name,
    bytes: subject.bytes,
    packages: subject.packages,
    milliseconds: Math.min(...(times.get(subject) ?? [])),
  }));
}

/** Throws where the answer is not the 401 that was asked for: a bundle that fails is fast, too. */
async function respondOnce({ name, file, event }: Subject, env: NodeJS.ProcessEnv): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [FIRST_RESPONSE, file, JSON.stringify(event)],
    { env },
  );
  const { milliseconds, statusCode } = JSON.parse(stdout) as { milliseconds: number; statusCode: number };
  // A signature that is missing is found in the request; whom GitHub sends back is led on.
  if (![302, 400, 401].includes(statusCode)) throw new Error(`${name} answered ${statusCode}.`);
  return milliseconds;
}

/** All that any function asks for; nothing but the counter is reached. */
const environmentOf = (dynamodbEndpoint: string, table: string): NodeJS.ProcessEnv => ({
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  RATE_LIMIT_TABLE: table,
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  SCAN_QUEUE_URL: "http://127.0.0.1:1/queue",
  BLOB_BUCKET: "blobs",
  MAIL_SENDER: "no-reply@knockon.example",
  SESSION_SECRET: randomBytes(32).toString("hex"),
  STRIPE_SECRET_KEY: "sk_test_bench",
  STRIPE_WEBHOOK_SECRET: "whsec_bench",
});
