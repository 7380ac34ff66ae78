import { join } from "node:path";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import { openLocalWorkspace } from "@knockon/core/workspace/create-workspace";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { freshDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";
import { GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const RUNS = Number(process.env["KNOCKON_RATE_RUNS"] ?? 1);
const SIMULTANEOUS = 500;

/** Runs `npm start`. */
async function startService(environment: Record<string, string> = {}) {
  const [folder, database] = [await reachableFolder(), await freshDatabase()];
  const org = makeOrganization(folder, "globex", GLOBEX);
  const local = await startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], {
    ...database,
    ...environment,
  });
  await local.printed(PRINTED.scanned);
  const [, url] = await local.printed(PRINTED.listening);
  const connection = connectNodePostgres(database.DATABASE_URL, 1);
  onTestFinished(connection.close);
  const { id: workspaceId } = await openLocalWorkspace(connection.database);
  const ctx = {
    actor: { type: "system" } as const,
    database: connection.database,
    workspaceId,
    settings: { appUrl: "", billingEnforced: false, ownership: "off" as const },
    now: () => new Date(),
    requestId: "test",
  };
  const send = async (method: string, path: string, key: string) => {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers: { "X-API-Key": key } });
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  };
  return {
    local,
    createKey: async () => (await createApiKey(ctx, { name: "burst" })).key,
    /** Sends a mutation that is counted, then rejected as malformed. */
    mutate: (key: string) => send("POST", "/connected-orgs", key),
    read: (key: string) => send("GET", "/connected-orgs", key),
  };
}

/**
 * Returns the seconds of the current minute if it began after `start`, and otherwise 0. The window slides by a mutation each
 * second, which matters only if a busy machine needs seconds for the requests.
 */
function secondsInNextMinute(start: number): number {
  const now = Date.now();
  const minute = Math.floor(now / 60_000) * 60_000;
  return start < minute ? Math.ceil((now - minute) / 1000) : 0;
}

describe("500 simultaneous mutations", { timeout: 60_000 + RUNS * 10_000 }, () => {
  it(`pass exactly 60 times in each of ${RUNS} runs, and do not limit other keys or reads [IF-9.7 IF-10.1,4 D-1.3 D-12.1,2,8,13]`, async () => {
    const { local, createKey, mutate, read } = await startService();
    const other = await createKey();
    for (let run = 1; run <= RUNS; run += 1) {
      const key = await createKey();
      const start = Date.now();
      const responses = await Promise.all(Array.from({ length: SIMULTANEOUS }, () => mutate(key)));
      const statuses = responses.map(({ status }) => status);
      const passed = statuses.filter((status) => status === 422).length;
      expect(passed, `run ${run}`).toBeGreaterThanOrEqual(60);
      expect(passed, `run ${run}`).toBeLessThanOrEqual(60 + secondsInNextMinute(start));
      expect(statuses.filter((status) => status === 429).length, `run ${run}`).toBe(SIMULTANEOUS - passed);
      const rejected = responses.find(({ status }) => status === 429);
      const seconds = Number(rejected?.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(50);
      expect(seconds).toBeLessThanOrEqual(61);
      expect(rejected?.body).toEqual({
        detail: `Too many requests. Try again in ${seconds} s.`,
        retry_after: seconds,
      });
      expect((await read(key)).status).toBe(200);
    }
    const { status, headers } = await mutate(other);
    expect([status, headers.get("RateLimit-Policy")]).toEqual([422, '"mutations";q=60;w=60']);
    expect(headers.get("RateLimit")).toBe('"mutations";r=59;t=120');
    expect(local.stderr()).toBe("");
  });

  it("pass RATELIMIT_AUTHENTICATED_MUTATIONS times [IF-10.3]", async () => {
    const { createKey, mutate } = await startService({ RATELIMIT_AUTHENTICATED_MUTATIONS: "100" });
    const key = await createKey();
    const responses = await Promise.all(Array.from({ length: 120 }, () => mutate(key)));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(100);
  });
});
