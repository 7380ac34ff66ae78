import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import { progressBar } from "@knockon/cli/output/progress-bar";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { requestRescan } from "@knockon/core/scan/rescan";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { sql } from "drizzle-orm";
import { randomNumbers } from "../measure/numbers.ts";
import { memoryHost } from "../scale/memory-host.ts";
import { createContext, openOrg } from "../scale/open-worker.ts";
import { withServer } from "../scale/server.ts";
import { templateExtractor } from "./template-extractor.ts";
import { throttle } from "./throttle.ts";

interface Options {
  json: boolean;
  seed: number;
  repositories: number;
  /** Mean per repository. */
  declarations: number;
  kills: number;
}

export interface PublishResult {
  repositories: number;
  declarations: number;
  /** Whether Postgres was held to a quarter of a core. */
  isThrottled: boolean;
  /** Durations of the transactions of the first publish that were not killed, in milliseconds. */
  steps: number[];
  killed: number;
  /** From the first step to the last, with the kills. */
  publishMilliseconds: number;
  /** A push afterward: its scan and its publish. */
  pushMilliseconds: number;
  /** Rows of the declarations and edges that a full publish would change afterward; 0 if the publish converged. */
  left: number;
}

const SHARE = 0.25;
const PUBLISHER = fileURLToPath(new URL("./publisher.ts", import.meta.url));
const RESOLVE_DRIZZLE = import.meta.resolve("@knockon/db/resolve-drizzle");
/** A minute: the longest that a step may take. */
const STEP_LIMIT_MS = 60_000;

/** Publishes an organization for the first time, in processes that are killed at random. Exits with 1 if a step takes over a minute. */
export async function publishBench({
  json,
  seed,
  repositories,
  declarations,
  kills,
}: Options): Promise<string> {
  const organization = { seed, repositories, declarations };
  const result = await withServer(async (server): Promise<PublishResult> => {
    const url = await server.createDatabase();
    const blobFolder = join(server.folder, "blobs");
    const { database, close } = connectNodePostgres(url, 4);
    const queue = postgresQueue(database);
    const host = memoryHost(organization);
    let now = Date.now();
    const ctx = await createContext({
      database,
      queue,
      host,
      blobFolder,
      extractor: templateExtractor(organization),
      now: () => new Date(now),
    });
    const connectedOrgId = await openOrg(ctx);
    await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
    const finish = await readEverything();
    await database.execute(sql`vacuum analyze`);
    const throttled = throttle(server.pid, SHARE);
    try {
      const published = await publish(finish);
      const pushMilliseconds = await push();
      throttled?.release();
      const [row] = (
        await database.execute<{ declarations: number; left: number }>(sql`
          select (select count(*)::int from dependency) as declarations,
            (select count(*)::int from publish_work) + (select count(*)::int from publish_artifact) as left`)
      ).rows;
      return {
        repositories,
        isThrottled: throttled !== undefined,
        ...published,
        pushMilliseconds,
        declarations: row?.declarations ?? 0,
        left: row?.left ?? 0,
      };
    } finally {
      await close();
    }

    /** Scans every repository. Returns the message that publishes the scan. */
    async function readEverything() {
      const progress = progressBar();
      for (let done = 0; ; done += 1) {
        const received = await queue.receive();
        if (!received) throw new Error("The scan has no last message.");
        await received.delete();
        if (received.message.kind === "finish-scan") {
          progress.end();
          return received.message;
        }
        await handleMessage(ctx, received.message);
        progress.update(done, repositories, "scan-repository");
      }
    }

    async function publish(message: typeof finish) {
      const random = randomNumbers(seed);
      const steps: number[] = [];
      const startedAt = performance.now();
      let killed = 0;
      for (;;) {
        // A killed publisher's message would be hidden for a minute, and be sent again by the sweeper.
        await database.execute(sql`delete from queue_message`);
        await queue.send([message]);
        const child = fork(PUBLISHER, [JSON.stringify({ url, blobFolder, organization })], {
          execArgv: ["--import", RESOLVE_DRIZZLE],
        });
        child.on("message", ({ milliseconds }: { milliseconds: number }) => {
          steps.push(milliseconds);
          process.stderr.write(`step ${steps.length}: ${Math.round(milliseconds)} ms\n`);
        });
        const dieAfter = killed < kills ? 5_000 + random() * 60_000 : Infinity;
        const bornAt = performance.now();
        while (child.exitCode === null && performance.now() - bornAt < dieAfter && (await isRunning()))
          await sleep(500);
        const exited = once(child, "exit");
        child.kill("SIGKILL");
        await exited;
        if (!(await isRunning())) break;
        if (dieAfter === Infinity) throw new Error("The publisher exited.");
        killed += 1;
      }
      return { steps, killed, publishMilliseconds: performance.now() - startedAt };
    }

    async function isRunning(): Promise<boolean> {
      const { rows } = await database.execute(sql`select 1 from scan where status = 'running'`);
      return rows.length > 0;
    }

    async function push(): Promise<number> {
      host.push({ number: 0, kind: "bump", repository: 0 });
      now = Date.now() + 61_000;
      const startedAt = performance.now();
      await requestRescan(ctx, { connectedOrgId, platformIds: ["0"] });
      for (let received = await queue.receive(); received; received = await queue.receive()) {
        await handleMessage(ctx, received.message);
        await received.delete();
      }
      return performance.now() - startedAt;
    }
  });
  if (result.left > 0 || result.steps.some((one) => one > STEP_LIMIT_MS)) process.exitCode = 1;
  return json ? `${JSON.stringify(result, null, 2)}\n` : present(result);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function present(result: PublishResult): string {
  const { repositories, declarations, isThrottled, steps, killed, publishMilliseconds, pushMilliseconds } =
    result;
  return [
    `${repositories.toLocaleString("en")} repositories, ${declarations.toLocaleString("en")} declarations`,
    `Postgres: ${isThrottled ? "a quarter of a core" : "not limited"}`,
    `steps: ${steps.length}, the longest ${seconds(Math.max(...steps))}; killed ${killed} times`,
    `first publish: ${seconds(publishMilliseconds)}`,
    `a push afterward: ${seconds(pushMilliseconds)}`,
    "",
  ].join("\n");
}
