import { table } from "@knockon/cli/output/format";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { startFakeSqs } from "@knockon/adapters/testing/fake-sqs";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { scriptOrg } from "@knockon/core/testing/scripted-org";
import { openTestWorkspace } from "@knockon/core/testing/test-workspace";
import type { Database } from "@knockon/db/database";
import { withTestServer } from "../measure/temporary.ts";

/** Repositories planned before measuring, to load modules and open connections. */
const WARM_UP = 100;

interface Enqueued {
  repositories: number;
  /** Requests to SQS. */
  calls: number;
  milliseconds: number;
  /** The part of `milliseconds` spent in the SQS client and the fake server. */
  sendingMilliseconds: number;
  /** Largest heap after any page, minus the heap at the start. */
  heapBytes: number;
}

/** Measures the cost of planning a scan: page by page, with one SQS message per repository. */
export async function enqueueBench({ json, repositories }: { json: boolean; repositories: number }) {
  const results: Enqueued[] = [];
  await withTestServer(async (database) => {
    // Autovacuum checks tables once a minute. Here all pages are planned sooner, since the fake host responds at once.
    await database.execute("alter system set autovacuum_naptime = '1s'");
    await database.execute("select pg_reload_conf()");
    await enqueue(database, WARM_UP);
    for (const count of [Math.ceil(repositories / 10), repositories])
      results.push(await enqueue(database, count));
  });
  return json ? `${JSON.stringify(results)}\n` : present(results);
}

async function enqueue(database: Database, repositories: number): Promise<Enqueued> {
  const plans: ScanMessage[] = [];
  const planned = new Set<string>();
  const sqs = await startFakeSqs({
    takes(_, { message }) {
      if (message.kind === "plan-scan") plans.push(message);
      else if (message.kind === "scan-repository") planned.add(message.repositoryId);
      return true;
    },
  });
  try {
    const { ctx, connect } = await openTestWorkspace(database);
    const queue = sqsQueue(sqs.queueUrl("scan"), sqs.config);
    let sendingMilliseconds = 0;
    ctx.ports.queue = {
      async send(...sent) {
        const sendingStartedAt = performance.now();
        await queue.send(...sent);
        sendingMilliseconds += performance.now() - sendingStartedAt;
      },
    };
    const connectedOrgId = await connect(organizationOf(repositories));
    const heapBefore = process.memoryUsage().heapUsed;
    const startedAt = performance.now();
    let heap = heapBefore;
    await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      await handleMessage(ctx, plan);
      heap = Math.max(heap, process.memoryUsage().heapUsed);
    }
    const milliseconds = performance.now() - startedAt;
    if (planned.size !== repositories)
      throw new Error(`Only ${planned.size} of ${repositories} repositories were enqueued.`);
    return {
      repositories,
      calls: sqs.calls(),
      milliseconds,
      sendingMilliseconds,
      heapBytes: heap - heapBefore,
    };
  } finally {
    sqs.stop();
  }
}

const organizationOf = (repositories: number) =>
  scriptOrg(
    Object.fromEntries(
      Array.from({ length: repositories }, (_, index) => [
        `acme/repository-${index}`,
        { Dockerfile: `FROM scratch\nLABEL n=${index}\n` },
      ]),
    ),
  );

/** Figures per repository. */
const MEASURES: readonly [string, (one: Enqueued) => number][] = [
  ["SQS calls", ({ calls }) => calls],
  ["ms", ({ milliseconds }) => milliseconds],
  ["ms sending", ({ sendingMilliseconds }) => sendingMilliseconds],
  ["ms planning", ({ milliseconds, sendingMilliseconds }) => milliseconds - sendingMilliseconds],
  ["kB of heap", ({ heapBytes }) => heapBytes / 1000],
];

/** Lists the cost per repository for both sizes, and their ratio. */
function present(results: readonly Enqueued[]): string {
  const rows = MEASURES.map(([name, of]) => {
    const [small = 0, large = 0] = results.map((one) => of(one) / one.repositories);
    return [name, small.toFixed(3), large.toFixed(3), (large / small).toFixed(2)];
  });
  const sizes = results.map(({ repositories }) => String(repositories));
  return `${table([["per repository of", ...sizes, "ratio"], ...rows])}\n`;
}
