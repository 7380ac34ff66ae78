import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { freshDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const REPOSITORY_COUNT = 20;
const REPOSITORIES = Object.fromEntries(
  Array.from({ length: REPOSITORY_COUNT }, (_, index) => [
    `service-${index}`,
    { Dockerfile: "FROM debian:12\n" },
  ]),
);
/** The numbers of scanned repositories at which the signal is sent. Each takes seconds: all in `npm run verify:deep`. */
const COUNTED_AT_SIGTERM =
  process.env["KNOCKON_KILLS"] === undefined ? [REPOSITORY_COUNT / 2] : [0, 1, REPOSITORY_COUNT / 2];

/** Connects to the database of a local process. */
async function inspect(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const getRow = async (query: string) => (await client.query<Record<string, number>>(query)).rows[0] ?? {};
  return {
    async untilCounted(count: number) {
      for (;;) {
        const running = await getRow("select scanned_repos from scan where status = 'running'").catch(() => ({
          scanned_repos: -1,
        }));
        if ((running["scanned_repos"] ?? -1) >= count) return;
        await sleep(5);
      }
    },
    held: () =>
      getRow(`select
        (select count(*)::int from scan where status = 'running') as running,
        (select count(*)::int from queue_message where visible_at > now()) as hidden`),
    attempts: () => getRow("select count(*)::int, max(attempt), sum(attempt)::int from scan_repository"),
  };
}

describe("SIGTERM during a scan", { timeout: 120_000 }, () => {
  it("exits with 0 and releases everything, so the next start continues immediately", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", REPOSITORIES);
    const args = ["--org", org, "--port", "0", "--data", join(folder, "data")];
    const { untilCounted, held, attempts } = await inspect(database.DATABASE_URL);
    for (const count of COUNTED_AT_SIGTERM) {
      const local = await startLocal(args, database);
      await untilCounted(count);
      expect([await local.ended("SIGTERM"), local.stderr()]).toEqual([0, ""]);
      expect([count, await held()]).toEqual([count, { running: 1, hidden: 0 }]);
    }
    const last = await startLocal(args, database);
    const [, scanned] = await last.printed(PRINTED.scanned);
    expect(scanned).toBe(String(REPOSITORY_COUNT));
    expect(await attempts()).toEqual({ count: REPOSITORY_COUNT, max: 1, sum: REPOSITORY_COUNT });
  });
});
