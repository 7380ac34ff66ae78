import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { table } from "@knockon/cli/output/format";
import { milliseconds } from "../measure/numbers.ts";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { buildSubjects, type Subject } from "./subjects.ts";

const FIRST_RESPONSE = fileURLToPath(new URL("first-response.ts", import.meta.url));

interface ColdResult {
  name: string;
  bytes: number;
  packages: string[];
  /** From before the import to the first response. Minimum of all runs, since other load can only add time. */
  milliseconds: number;
}

/** Measures the time from import to first response of each operation's bundle and the baselines, in new processes. */
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

/** Measures in rounds, so that other load affects all subjects. The first round warms up the disk cache. */
async function measure(
  subjects: readonly Subject[],
  runs: number,
  environment: NodeJS.ProcessEnv,
): Promise<ColdResult[]> {
  const times = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let run = 0; run <= runs; run += 1) {
    for (const subject of subjects) {
      const elapsed = await respondOnce(subject, environment);
      if (run > 0) times.get(subject)?.push(elapsed);
    }
  }
  return subjects.map((subject) => ({
    name: subject.name,
    bytes: subject.bytes,
    packages: subject.packages,
    milliseconds: Math.min(...(times.get(subject) ?? [])),
  }));
}

/** Throws on an unexpected status: a failing bundle is fast, too. */
async function respondOnce({ name, file, event }: Subject, env: NodeJS.ProcessEnv): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [FIRST_RESPONSE, file, JSON.stringify(event)],
    { env },
  );
  const response = JSON.parse(stdout) as { milliseconds: number; statusCode: number };
  // 400 for a missing signature, 302 for the redirect after a GitHub App installation.
  if (![302, 400, 401].includes(response.statusCode))
    throw new Error(`${name} answered ${response.statusCode}.`);
  return response.milliseconds;
}

/** Variables of all functions. Only the counter is reachable. */
const environmentOf = (dynamodbEndpoint: string, tableName: string): NodeJS.ProcessEnv => ({
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
  RATE_LIMIT_TABLE: tableName,
  DATABASE_URL: "postgres://unreachable@127.0.0.1:1/none",
  SCAN_QUEUE_URL: "http://127.0.0.1:1/queue",
  BLOB_BUCKET: "blobs",
  MAIL_SENDER: "no-reply@knockon.example",
  SESSION_SECRET: randomBytes(32).toString("hex"),
  STRIPE_SECRET_KEY: "sk_test_bench",
  STRIPE_WEBHOOK_SECRET: "whsec_bench",
});

/** Large packages that only some functions should bundle. */
const SDK = /^(?:@aws-sdk\/client-(?<aws>.+)|(?<other>stripe|better-auth|modern-tar))$/u;

interface Results {
  bareHono: ColdResult;
  bareNeon: ColdResult;
  functions: ColdResult[];
}

/** Lists functions by number of SDKs, then by time. */
function presentCold({ bareHono, bareNeon, functions }: Results): string {
  const row = (result: ColdResult): string[] => [
    result.name,
    `${Math.round(result.bytes / 1024)} kB`,
    milliseconds(result.milliseconds),
    (result.milliseconds / bareHono.milliseconds).toFixed(1),
    (result.milliseconds / bareNeon.milliseconds).toFixed(2),
    sdksOf(result).join(", "),
  ];
  const ordered = functions.toSorted(
    (a, b) => sdksOf(a).length - sdksOf(b).length || a.milliseconds - b.milliseconds,
  );
  return `${table([
    ["function", "bundle", "first response", "bare Hono", "with Neon", "SDKs"],
    ...[bareHono, bareNeon, ...ordered].map(row),
  ])}
`;
}

const sdksOf = ({ packages }: ColdResult): string[] =>
  packages.flatMap((name) => {
    const { aws, other } = SDK.exec(name)?.groups ?? {};
    return aws ?? other ?? [];
  });
