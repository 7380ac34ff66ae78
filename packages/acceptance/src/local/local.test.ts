import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { ROOT } from "@knockon/cli/build/bundle";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  findPostgres,
  freshDatabase,
  isRunning,
  migratedDatabase,
  preparedDataFolder,
  reachableFolder,
  startLocal,
  usedPort,
} from "../testing/local-process.ts";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { sendOverHttp } from "../testing/send-over-http.ts";
import { PRINTED, SOURCE_SERVER, type LocalProcess } from "../testing/spawn-local.ts";

const TIMEOUT_MS = 120_000;

async function request(baseUrl: string, key: string | undefined, path: string, body?: unknown) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { "X-API-Key": key ?? "", "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown>[] };
}

const baseUrlOf = async ({ printed }: LocalProcess): Promise<string> =>
  (await printed(PRINTED.listening))[1] ?? "";

/** Connects a folder through the API and returns the status. */
async function connect(local: LocalProcess, url: string): Promise<number> {
  const [, key] = await local.printed(PRINTED.key);
  const body = { name: "globex", platform: "local", url };
  return (await request(await baseUrlOf(local), key, "/connected-orgs", body)).status;
}

describe("npm start", { timeout: TIMEOUT_MS }, () => {
  it("prints a key and three working requests on the first start only, and keeps its data", async () => {
    const data = join(await reachableFolder(), "data");
    const first = await startLocal(["--port", "0", "--data", data]);
    await first.printed(PRINTED.lastRequest);
    const baseUrl = await baseUrlOf(first);
    const [, key] = await first.printed(PRINTED.key);
    const requests = [...first.stdout().matchAll(/^curl -s -H "X-API-Key: (.+)" "(http.+)"$/gmu)];
    expect(requests).toHaveLength(3);
    for (const [, shownKey = "", url = ""] of requests) {
      const response = await fetch(url, { headers: { "X-API-Key": shownKey } });
      expect([url, response.status, shownKey]).toEqual([url, 200, key]);
      expect((await response.text()).length).toBeGreaterThan(200);
    }
    const { body: before } = await request(baseUrl, key, "/repositories");
    expect(before).toHaveLength(15);
    const postgres = findPostgres(data) ?? 0;
    expect(isRunning(postgres)).toBe(true);
    expect(await first.ended("SIGTERM")).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(first.stderr()).toBe("");

    const second = await startLocal(["--port", "0", "--data", data]);
    await second.printed(PRINTED.restarted);
    const secondUrl = await baseUrlOf(second);
    expect(second.stdout()).not.toContain("svc_live_");
    expect((await request(secondUrl, key, "/repositories")).body).toEqual(before);
    expect((await request(secondUrl, key, "/connected-orgs")).body).toHaveLength(1);
    const secondPostgres = findPostgres(data) ?? 0;
    expect(await second.ended("SIGINT")).toBe(0);
    expect(isRunning(secondPostgres)).toBe(false);
    expect(second.stderr()).toBe("");
  });

  it("answers the tools of coding agents, but not under another host name", async () => {
    const [folder, database] = [await reachableFolder(), await migratedDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const local = await startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], database);
    const [baseUrl, [, key = ""]] = [await baseUrlOf(local), await local.printed(PRINTED.key)];
    const client = new Client({ name: "test", version: "1" });
    const requestInit = { headers: { "X-API-Key": key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(5);
    await client.close();
    const rebound = await sendOverHttp(`${baseUrl}/mcp`, {
      method: "POST",
      headers: new Headers({ "X-API-Key": key, Host: "evil.example" }),
    });
    expect(rebound.status).toBe(403);
  });

  it("prints the key on the first successful start", async () => {
    const [folder, database] = [await reachableFolder(), await migratedDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const start = (path: string, port: number) =>
      startLocal(["--org", path, "--port", String(port), "--data", join(folder, "data")], database);
    expect(await (await start(join(folder, "absent"), 0)).ended()).toBe(1);
    expect(await (await start(org, await usedPort())).ended()).toBe(1);
    const local = await start(org, 0);
    await local.printed(PRINTED.key);
    await local.printed(PRINTED.lastRequest);
  });

  it.each<
    [moment: string, makeData: () => Promise<string>, hasCome: (data: string, stdout: string) => boolean]
  >([
    ["it initializes Postgres", newData, (data) => existsSync(join(data, "postgres/data/PG_VERSION"))],
    ["it starts Postgres", preparedDataFolder, (data) => findPostgres(data) !== undefined],
    [
      "it creates the example organization",
      preparedDataFolder,
      (data) => existsSync(join(data, "examples/acme")),
    ],
    ["it listens", preparedDataFolder, (_data, stdout) => PRINTED.listening.test(stdout)],
  ])("exits with 0 and stops everything on SIGTERM while %s", async (_moment, makeData, hasCome) => {
    const data = await makeData();
    const local = await startLocal(["--port", "0", "--data", data]);
    while (!hasCome(data, local.stdout())) await sleep(5);
    const postgres = findPostgres(data);
    expect([await local.ended("SIGTERM"), local.stderr()]).toEqual([0, ""]);
    expect([postgres !== undefined && isRunning(postgres), findPostgres(data)]).toEqual([false, undefined]);
  });

  it("exits with 0 and does not create a key on SIGTERM while it creates the data folder", async () => {
    const data = await newData();
    const local = await startLocal(["--port", "0", "--data", data]);
    while (!existsSync(data)) await sleep(5);
    expect([await local.ended("SIGTERM"), local.stdout(), local.stderr()]).toEqual([0, "", ""]);
    expect(findPostgres(data)).toBeUndefined();
    const next = await startLocal(["--port", "0", "--data", data]);
    await next.printed(PRINTED.key);
    expect(await next.ended("SIGTERM")).toBe(0);
  });

  it("ends when npm gets SIGTERM, as from a supervisor, also in a folder with spaces", async () => {
    const [folder, database] = [await reachableFolder(), await migratedDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const npm = spawn(
      "npm",
      ["start", "--", "--org", org, "--port", "0", "--data", join(folder, "data of acme")],
      {
        cwd: ROOT,
        detached: true,
        env: { PATH: process.env["PATH"], ...database },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    onTestFinished(() => {
      if (npm.pid !== undefined && isRunning(-npm.pid)) process.kill(-npm.pid, "SIGKILL");
    });
    let stdout = "";
    npm.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await expect.poll(() => stdout, { timeout: 60_000 }).toMatch(PRINTED.lastRequest);
    const [, url = ""] = PRINTED.listening.exec(stdout) ?? [];
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    npm.kill("SIGTERM");
    expect(await once(npm, "exit")).toEqual([0, null]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
  });

  it("only prints help with --help", async () => {
    const data = await newData();
    const local = await startLocal(["--help", "--data", data], {}, { program: SOURCE_SERVER });
    expect(await local.ended()).toBe(0);
    expect(local.stdout()).toContain("Usage: npm start -- [--org PATH]");
    expect(existsSync(data)).toBe(false);
  });
});

/** Returns a data folder that does not exist. */
async function newData(): Promise<string> {
  return join(await reachableFolder(), "data");
}

describe("npm start with --org and DATABASE_URL", { timeout: TIMEOUT_MS }, () => {
  it("scans the folder into that Postgres, prints failed repositories and verification links, and ignores X-Forwarded-For", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", ACME);
    rmSync(join(org, "handbook/.git/refs/heads/main"));
    writeFileSync(join(org, "handbook/.git/refs/heads/main"), `${"0".repeat(39)}1\n`);
    const local = await startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], database);
    await local.printed(
      /^Scan partial: 6 repositories read, 0 skipped, 1 failed\.\n {2}acme\/handbook: .+$/mu,
    );
    await local.printed(PRINTED.lastRequest);
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);

    const baseUrl = await baseUrlOf(local);
    const signedUp = await fetch(`${baseUrl}${SIGN_IN_PATH}/sign-up/email`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: baseUrl },
      body: JSON.stringify({ name: "Ada", email: "ada@acme.example", password: "correct horse battery" }),
    });
    expect(signedUp.status).toBe(200);
    const [, link = ""] = await local.printed(/^ {2}(http.+verify-email.+)$/mu);
    const [browser = ""] = signedUp.headers.getSetCookie();
    const opened = await fetch(link, { redirect: "manual", headers: { Cookie: browser } });
    const [Cookie = ""] = opened.headers.getSetCookie();
    // The first user owns the local workspace.
    expect(await (await fetch(`${baseUrl}/api/v1/workspaces`, { headers: { Cookie } })).json()).toHaveLength(
      1,
    );

    const attempts = Array.from({ length: 40 }, (_, index) =>
      fetch(`${baseUrl}${SIGN_IN_PATH}/verify-email?token=none`, {
        headers: { "X-Forwarded-For": `192.0.2.${index}` },
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);

    expect(await connect(local, makeOrganization(join(folder, "further"), "globex", GLOBEX))).toBe(422);
    expect(local.stderr()).toBe("");
    expect(await local.ended("SIGTERM")).toBe(0);
  });

  it("scans a listing file, lets the API connect only folders below LOCAL_ORG_ROOTS, and logs JSON lines with LOG=json [D-5.13]", async () => {
    const [folder, database] = [await reachableFolder(), await migratedDatabase()];
    createRepository(join(folder, "src/one"), { Dockerfile: "FROM alpine:3.20\n" });
    createRepository(join(folder, "elsewhere"), { Dockerfile: "FROM alpine:3.20\n" });
    git(join(folder, "elsewhere"), "branch", "release");
    const lines = [
      { full_path: "acme/one", path: "src/one" },
      {
        full_path: "acme/two",
        path: join(folder, "elsewhere"),
        clone_url: "https://git.acme.example/acme/two.git",
        default_branch: "release",
      },
    ];
    writeFileSync(join(folder, "org.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const further = makeOrganization(join(folder, "further"), "globex", GLOBEX);
    const local = await startLocal(
      ["--org", join(folder, "org.jsonl"), "--port", "0", "--data", join(folder, "data")],
      { ...database, LOG: "json", LOCAL_ORG_ROOTS: `/nowhere:${join(folder, "further")}` },
    );
    await local.printed(/^None of these repositories depends on another\.$/mu);
    const [, key] = await local.printed(PRINTED.key);
    const { body } = await request(await baseUrlOf(local), key, "/repositories");
    expect(body.map(({ full_path, default_branch }) => [full_path, default_branch])).toEqual([
      ["acme/one", "main"],
      ["acme/two", "release"],
    ]);
    expect(body[1]?.["clone_url"]).toBe("https://git.acme.example/acme/two.git");
    expect(await connect(local, join(folder, "src"))).toBe(422);
    expect(await connect(local, further)).toBe(201);
    await local.ended("SIGTERM");
    const logged = local
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { message: string });
    expect(logged.map(({ message }) => message)).toContain("scan published");
  });
});
