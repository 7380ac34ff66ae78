import { table } from "@knockon/cli/output/format";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { startFakeSqs } from "@knockon/adapters/testing/fake-sqs";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { triggerScan } from "@knockon/core/scan/trigger-scan";
import { scriptOrg } from "@knockon/core/testing/scripted-org";
import { openTestWorkspace } from "@knockon/core/testing/test-workspace";
import type { Database } from "@knockon/db/database";
import { withTestServer } from "../simulate/test-server.ts";

/** Planned before anything is measured, for what is loaded and connected at the first use. */
const WARM_UP = 100;

interface Enqueued {
  repositories: number;
  /** Requests to SQS. */
  calls: number;
  milliseconds: number;
  /** Of them, those spent with SQS's client and the fake server. */
  sendingMilliseconds: number;
  /** The most that the heap held after any page, above what it held before. */
  heapBytes: number;
}

/** What a scan costs before anything is read: planned page by page, every repository a message on SQS. */
export async function enqueueBench({ json, repositories }: { json: boolean; repositories: number }) {
  const results: Enqueued[] = [];
  await withTestServer(async (database) => {
    // Postgres looks once a minute which tables have grown, and a host takes seconds for a page: here all is over by then.
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
        const sendingBegun = performance.now();
        await queue.send(...sent);
        sendingMilliseconds += performance.now() - sendingBegun;
      },
    };
    const connectedOrgId = await connect(organizationOf(repositories));
    const heapBefore = process.memoryUsage().heapUsed;
    const begun = performance.now();
    let heap = heapBefore;
    await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    for (let plan = plans.shift(); plan; plan = plans.shift()) {
      await handleMessage(ctx, plan);
      heap = Math.max(heap, process.memoryUsage().heapUsed);
    }
    const milliseconds = performance.now() - begun;
    if (planned.size !== repositories) throw new Error(`${planned.size} of ${repositories} were enqueued.`);
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

/** Of one repository. */
const MEASURES: readonly [string, (one: Enqueued) => number][] = [
  ["calls of SQS", ({ calls }) => calls],
  ["ms", ({ milliseconds }) => milliseconds],
  ["ms sending", ({ sendingMilliseconds }) => sendingMilliseconds],
  ["ms planning", ({ milliseconds, sendingMilliseconds }) => milliseconds - sendingMilliseconds],
  ["kB of heap", ({ heapBytes }) => heapBytes / 1000],
];

/** Each size's cost of one repository, and by how much the larger one's is higher. */
function present(results: readonly Enqueued[]): string {
  const rows = MEASURES.map(([name, of]) => {
    const [small = 0, large = 0] = results.map((one) => of(one) / one.repositories);
    return [name, small.toFixed(3), large.toFixed(3), (large / small).toFixed(2)];
  });
  const sizes = results.map(({ repositories }) => String(repositories));
  return `${table([["each repository of", ...sizes, "ratio"], ...rows])}\n`;
}
