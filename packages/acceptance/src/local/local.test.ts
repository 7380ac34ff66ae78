import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { describe, expect, it } from "vitest";
import {
  findPostgres,
  freshDatabase,
  isRunning,
  reachableFolder,
  startLocal,
  usedPort,
} from "../testing/local-process.ts";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const TIMEOUT_MS = 120_000;

async function request(baseUrl: string | undefined, key: string | undefined, path: string, body?: unknown) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { "X-API-Key": key ?? "", "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown>[] };
}

describe("npm start", { timeout: TIMEOUT_MS }, () => {
  it("prints a key and three working requests at the first start only, and keeps its data", async () => {
    const data = join(await reachableFolder(), "data");
    const first = startLocal(["--port", "0", "--data", data]);
    await first.printed(PRINTED.lastRequest);
    const [, baseUrl] = await first.printed(PRINTED.listening);
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

    const second = startLocal(["--port", "0", "--data", data]);
    await second.printed(PRINTED.restarted);
    const [, secondUrl] = await second.printed(PRINTED.listening);
    expect(second.stdout()).not.toContain("svc_live_");
    expect((await request(secondUrl, key, "/repositories")).body).toEqual(before);
    expect((await request(secondUrl, key, "/connected-orgs")).body).toHaveLength(1);
    const secondPostgres = findPostgres(data) ?? 0;
    expect(await second.ended("SIGINT")).toBe(0);
    expect(isRunning(secondPostgres)).toBe(false);
    expect(second.stderr()).toBe("");
  });

  it("scans the folder of --org into the Postgres at DATABASE_URL, and prints failed repositories", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", ACME);
    rmSync(join(org, "handbook/.git/refs/heads/main"));
    writeFileSync(join(org, "handbook/.git/refs/heads/main"), `${"0".repeat(39)}1\n`);
    const local = startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], database);
    await local.printed(
      /^Scan partial: 6 repositories read, 0 skipped, 1 failed\.\n {2}acme\/handbook: .+$/mu,
    );
    await local.printed(PRINTED.lastRequest);
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
    expect(local.stderr()).toBe("");
    expect(await local.ended("SIGTERM")).toBe(0);
  });

  it("scans the repositories of a listing file", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
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
    const local = startLocal(
      ["--org", join(folder, "org.jsonl"), "--port", "0", "--data", join(folder, "data")],
      database,
    );
    await local.printed(/^None of these repositories depends on another\.$/mu);
    const [[, baseUrl], [, key]] = [await local.printed(PRINTED.listening), await local.printed(PRINTED.key)];
    const { body } = await request(baseUrl, key, "/repositories");
    expect(body.map(({ full_path, default_branch }) => [full_path, default_branch])).toEqual([
      ["acme/one", "main"],
      ["acme/two", "release"],
    ]);
    expect(body[1]?.["clone_url"]).toBe("https://git.acme.example/acme/two.git");
  });

  it("lets the API connect only folders below --org and LOCAL_ORG_ROOTS [D-5.13]", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", ACME);
    const further = makeOrganization(join(folder, "further"), "globex", GLOBEX);
    const args = ["--org", org, "--port", "0", "--data", join(folder, "data")];
    const connect = async (roots: string) => {
      const local = startLocal(args, { ...database, LOCAL_ORG_ROOTS: roots });
      const [, baseUrl] = await local.printed(PRINTED.listening);
      key ??= (await local.printed(PRINTED.key))[1];
      const body = { name: "globex", platform: "local", url: further };
      const { status } = await request(baseUrl, key, "/connected-orgs", body);
      await local.ended("SIGTERM");
      return status;
    };
    let key: string | undefined;
    expect(await connect("")).toBe(422);
    expect(await connect(`/nowhere:${join(folder, "further")}`)).toBe(201);
  });

  it("prints the verification link, gives the workspace to the first user, and ignores X-Forwarded-For", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const local = startLocal(["--port", "0", "--data", join(folder, "data")], database);
    const [, baseUrl] = await local.printed(PRINTED.listening);
    const post = (path: string, body: unknown, forwardedFor: string) =>
      fetch(`${baseUrl}/api/v1/auth${path}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "X-Forwarded-For": forwardedFor,
          Origin: baseUrl ?? "",
        },
        body: JSON.stringify(body),
      });
    const ada = { name: "Ada", email: "ada@acme.example", password: "correct horse battery" };
    expect((await post("/sign-up/email", ada, "192.0.2.1")).status).toBe(200);
    const [, link = ""] = await local.printed(/^ {2}(http.+verify-email.+)$/mu);
    const confirmed = await fetch(link, { redirect: "manual" });
    const [cookie = ""] = confirmed.headers.getSetCookie();
    const workspaces = await fetch(`${baseUrl}/api/v1/workspaces`, { headers: { Cookie: cookie } });
    expect(await workspaces.json()).toHaveLength(1);
    const guesses = Array.from({ length: 40 }, (_, index) =>
      post("/sign-in/email", { ...ada, email: `p${index}@acme.example` }, `192.0.2.${index}`),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(await local.ended("SIGTERM")).toBe(0);
  });

  it("logs everything as JSON lines with LOG=json", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const local = startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], {
      ...database,
      LOG: "json",
    });
    await local.printed(PRINTED.lastRequest);
    await local.ended("SIGTERM");
    const lines = local
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { message: string });
    expect(lines.map(({ message }) => message)).toContain("scan published");
  });

  it("prints the key at the first successful start", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const args = (path: string, port: number) => [
      "--org",
      path,
      "--port",
      String(port),
      "--data",
      join(folder, "data"),
    ];
    expect(await startLocal(args(join(folder, "absent"), 0), database).ended()).toBe(1);
    expect(await startLocal(args(org, await usedPort()), database).ended()).toBe(1);
    const local = startLocal(args(org, 0), database);
    await local.printed(PRINTED.key);
    await local.printed(PRINTED.lastRequest);
  });

  it.each<[moment: string, hasCome: (data: string, stdout: string) => boolean]>([
    ["it creates the data folder", (data) => existsSync(data)],
    ["it initializes Postgres", (data) => existsSync(join(data, "postgres/data/PG_VERSION"))],
    ["it starts Postgres", (data) => findPostgres(data) !== undefined],
    ["it creates the example organization", (data) => existsSync(join(data, "examples/acme"))],
    ["it listens", (_data, stdout) => PRINTED.listening.test(stdout)],
  ])("exits with 0 and stops everything if it receives SIGTERM when %s", async (_moment, hasCome) => {
    const data = join(await reachableFolder(), "data");
    const local = startLocal(["--port", "0", "--data", data]);
    while (!hasCome(data, local.stdout())) await sleep(5);
    const postgres = findPostgres(data);
    expect([await local.ended("SIGTERM"), local.stderr()]).toEqual([0, ""]);
    expect([postgres !== undefined && isRunning(postgres), findPostgres(data)]).toEqual([false, undefined]);
  });

  it("does not create a key if it receives SIGTERM before it prints the key", async () => {
    const data = join(await reachableFolder(), "data");
    const local = startLocal(["--port", "0", "--data", data]);
    while (!existsSync(data)) await sleep(5);
    expect([await local.ended("SIGTERM"), local.stdout()]).toEqual([0, ""]);
    const next = startLocal(["--port", "0", "--data", data]);
    await next.printed(PRINTED.key);
    expect(await next.ended("SIGTERM")).toBe(0);
  });
});

it("only prints help with --help", async () => {
  const data = join(await reachableFolder(), "data");
  const local = startLocal(["--help", "--data", data]);
  expect(await local.ended()).toBe(0);
  expect(local.stdout()).toContain("Usage: npm start -- [--org PATH]");
  expect(existsSync(data)).toBe(false);
});
