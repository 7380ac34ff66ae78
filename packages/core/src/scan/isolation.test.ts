import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { inProcessExtractor, type MemoryQueue, orderlyQueue } from "../testing/memory-ports.ts";
import { seeded } from "../testing/random.ts";
import { auditScans } from "../testing/scan-audit.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { handleMessage } from "./handle-message.ts";
import { triggerScan } from "./start-scan.ts";

const SCANS = Number(process.env["KNOCKON_SCANS"] ?? 6);
const REPOSITORIES = 16;
const CONNECTIONS = 16;
const ORGS_PER_WORKSPACE = 4;
const TIMEOUT_MS = 60_000 + SCANS * 500;

const database = useTestDatabase(CONNECTIONS);

const idleExtractor: Extractor = {
  ...inProcessExtractor,
  async extract() {
    return {
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
      counts: { files: 0, bytes: 0, skipped: {} },
    };
  },
};

/** Delivers one message in ten twice in a row, so that two workers process it at the same time. */
function duplicatingQueue(): MemoryQueue {
  const queue = orderlyQueue();
  const random = seeded(1);
  const { send: sendOnce } = queue;
  const send = (messages: readonly ScanMessage[]) =>
    sendOnce(messages.flatMap((message) => (random() < 0.1 ? [message, message] : [message])));
  return Object.assign(queue, { send });
}

const sixteenRepositories = (scan: number) =>
  scriptOrg(
    Object.fromEntries(
      Array.from({ length: REPOSITORIES }, (_, index) => [`acme${scan}/r${index}`, { README: `${index}` }]),
    ),
  );

/** Triggers every scan. Returns the contexts by workspace ID. */
async function triggerAll(queue: MemoryQueue): Promise<Map<string, Context>> {
  const contexts = new Map<string, Context>();
  for (let first = 0; first < SCANS; first += ORGS_PER_WORKSPACE) {
    const workspace = await openTestWorkspace(database(), queue);
    workspace.ctx.ports.extractor = idleExtractor;
    contexts.set(workspace.ctx.workspaceId, workspace.ctx);
    for (let index = first; index < Math.min(SCANS, first + ORGS_PER_WORKSPACE); index += 1) {
      const connectedOrgId = await workspace.connect(sixteenRepositories(index), `acme${index}`);
      await triggerScan(workspace.ctx, { connectedOrgId, scanType: "incremental" });
    }
  }
  return contexts;
}

/** Runs one worker per connection until the queue is empty and all are idle. */
async function workOff(queue: MemoryQueue, contexts: ReadonlyMap<string, Context>): Promise<void> {
  let busy = 0;
  const work = async (): Promise<void> => {
    while (queue.length > 0 || busy > 0) {
      const message = queue.take();
      const ctx = message && contexts.get(message.workspaceId);
      if (!ctx) {
        await sleep(1);
        continue;
      }
      busy += 1;
      try {
        await handleMessage({ ...ctx, requestId: randomUUID() }, message);
      } finally {
        busy -= 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

describe(`${SCANS} scans of ${REPOSITORIES} repositories over ${CONNECTIONS} connections, a tenth sent twice`, () => {
  beforeAll(async () => {
    await auditScans(database());
    const queue = duplicatingQueue();
    await workOff(queue, await triggerAll(queue));
  }, TIMEOUT_MS);

  it("finishes every scan with exact counts", async () => {
    const { rows } = await database().execute(sql`
      select status, total_repos, scanned_repos, skipped_repos, failed_repos, count(*)::int
      from scan group by 1, 2, 3, 4, 5`);
    expect(rows).toEqual([
      {
        status: "completed",
        total_repos: REPOSITORIES,
        scanned_repos: REPOSITORIES,
        skipped_repos: 0,
        failed_repos: 0,
        count: SCANS,
      },
    ]);
  });

  it("completes every scan once", async () => {
    const { rows } = await database().execute(sql`
      select transitions, count(*)::int
      from (select string_agg(status, ' ' order by id) as transitions from scan_transition group by scan_id) as scans
      group by 1`);
    expect(rows).toEqual([{ transitions: "running completed", count: SCANS }]);
  });

  it("never reads a repository twice at the same time", async () => {
    const { rows } = await database().execute(
      sql`select attempt, count(*)::int from scan_repository group by 1`,
    );
    expect(rows).toEqual([{ attempt: 1, count: SCANS * REPOSITORIES }]);
  });
});
