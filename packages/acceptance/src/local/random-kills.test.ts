import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { seeded } from "@knockon/core/testing/random";
import { describe, expect, it } from "vitest";
import { findPostgres, preparedDataFolder, reachableFolder, startLocal } from "../testing/local-process.ts";
import { makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

/** None by default: each kill takes seconds, and each kind of kill its own server. */
const KILLS = Math.min(Number(process.env["KNOCKON_KILLS"] ?? 0), 20);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const REPOSITORY_COUNT = 60;
const MOST_SECONDS = 30;
/** Rough durations of planning and publishing, and of reading one repository. */
const PLANNING_MS = 400;
const REPOSITORY_MS = 40;

const REPOSITORIES = Object.fromEntries(
  Array.from({ length: REPOSITORY_COUNT }, (_, index) => [
    `service-${index}`,
    {
      Dockerfile: "FROM debian:12\n",
      "package.json": `{ "name": "service-${index}", "version": "1.0.0", "dependencies": { "service-0": "^1.0.0" } }\n`,
    },
  ]),
);

interface Scan {
  id: string;
  status: string;
  scanned_repos: number;
}

/** Starts the server, with a completed first scan and its own Postgres. `server.url` is the address of the last start. */
async function prepare() {
  const org = makeOrganization(await reachableFolder(), "acme", REPOSITORIES);
  const data = await preparedDataFolder();
  const start = async () => {
    const started = await startLocal(["--org", org, "--port", "0", "--data", data]);
    const [, url = ""] = await started.printed(PRINTED.listening);
    return { ...started, url };
  };
  const server = {
    data,
    key: "",
    ...(await start()),
    restart: async () => void Object.assign(server, await start()),
  };
  [, server.key = ""] = await server.printed(PRINTED.key);
  await server.printed(PRINTED.scanned);
  return server;
}

type Server = Awaited<ReturnType<typeof prepare>>;

/**
 * Kills at random moments of scans. Each scan must then complete with the same graph. Returns how many seconds the slowest took after
 * its `kill`, which can include a restart.
 */
async function killAtRandom(
  kind: string,
  kill: (server: Server, random: () => number) => Promise<void> | void,
): Promise<number> {
  const server = await prepare();
  /** Returns undefined while nothing answers. */
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T | undefined> => {
    const headers = { "X-API-Key": server.key, "Content-Type": "application/json" };
    const response = await fetch(`${server.url}/api/v1${path}`, { ...init, headers }).catch(() => undefined);
    return response?.ok === true ? ((await response.json()) as T) : undefined;
  };
  const orgs = await call<{ id: string }[]>("/connected-orgs");
  const org = `/connected-orgs/${orgs?.[0]?.id}`;
  const undisturbed = await call<object>(`${org}/stats`);
  expect(undisturbed).toMatchObject({ repositories: REPOSITORY_COUNT, dependencies: REPOSITORY_COUNT - 1 });
  const random = seeded(SEED);
  const seconds: number[] = [];
  while (seconds.length < KILLS) {
    const started = await call<Scan>(`${org}/scans`, {
      method: "POST",
      body: JSON.stringify({ scan_type: "full" }),
    });
    if (!started) continue;
    const scan = () => call<Scan>(`/scans/${started.id}`);
    const isRunning = (state: Scan | undefined) =>
      ["pending", "running"].includes(state?.status ?? "running");
    const counted = Math.floor(random() * (REPOSITORY_COUNT + 2)) - 1;
    for (let state = await scan(); isRunning(state) && (state?.scanned_repos ?? 0) < counted;)
      state = await scan();
    await sleep(random() * (counted < 0 || counted >= REPOSITORY_COUNT ? PLANNING_MS : REPOSITORY_MS));
    const isTooLate = !isRunning(await scan());
    await kill(server, random);
    const killedAt = performance.now();
    let state = await scan();
    while (isRunning(state) && performance.now() - killedAt < 2 * MOST_SECONDS * 1000) {
      await sleep(50);
      state = await scan();
    }
    if (isTooLate) continue;
    seconds.push((performance.now() - killedAt) / 1000);
    expect(state, `kill ${seconds.length} of ${kind}`).toMatchObject({
      status: "completed",
      scanned_repos: REPOSITORY_COUNT,
    });
    expect(await call(`${org}/stats`), `kill ${seconds.length} of ${kind}`).toEqual({
      ...undisturbed,
      last_scan: expect.objectContaining({ id: started.id }),
    });
  }
  const all = seconds.map((one) => one.toFixed(1)).join(", ");
  process.stdout.write(`${kind} killed, seconds until the scan completed: ${all}\n`);
  return Math.max(...seconds);
}

function getPostgres(data: string): number {
  const pid = findPostgres(data);
  if (pid === undefined) throw new Error("Postgres is not running.");
  return pid;
}

/** Returns the processes of Postgres that serve a connection. */
function findBackends(data: string): number[] {
  const postmaster = getPostgres(data);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      try {
        const [, parent] = /^PPid:\s+(\d+)$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return Number(parent) === postmaster && /127\.0\.0\.1\(\d+\)/u.test(title);
      } catch {
        // It has ended.
        return false;
      }
    })
    .map(Number);
}

describe.runIf(KILLS > 0)(`a scan completes in time after SIGKILL at a random moment, ${KILLS} times`, () => {
  const timeout = 90_000 + KILLS * 2 * MOST_SECONDS * 1000;

  it("of the server, from its next start", { timeout }, async () => {
    const longest = await killAtRandom("server", async (server) => {
      await server.ended("SIGKILL");
      await server.restart();
    });
    expect(longest).toBeLessThan(MOST_SECONDS);
  });

  it("of Postgres, which the server starts again", { timeout }, async () => {
    const longest = await killAtRandom(
      "Postgres",
      ({ data }) => void process.kill(getPostgres(data), "SIGKILL"),
    );
    expect(longest).toBeLessThan(MOST_SECONDS);
  });

  it("of one backend of Postgres, which restarts all of them", { timeout }, async () => {
    const longest = await killAtRandom("backend", ({ data }, random) => {
      const backends = findBackends(data);
      const pid = backends[Math.floor(random() * backends.length)];
      if (pid === undefined) throw new Error("Postgres has no connection.");
      process.kill(pid, "SIGKILL");
    });
    expect(longest).toBeLessThan(MOST_SECONDS);
  });
});
