import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { describe, expect, it } from "vitest";
import { findPostgres, isRunning, reachableFolder, startLocal } from "../testing/local-process.ts";
import { freshDatabase, usedPort } from "../testing/machine.ts";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";

const LISTENING = /^Knockon is listening on (http:\/\/127\.0\.0\.1:\d+)$/mu;
const KEY = /^Your API key \(shown once\): (svc_live_\w+)$/mu;
const KEPT = /^Using the data in .+\. The API key is the one shown at the first start\.$/mu;
const LAST_QUESTION = /^# Which repositories consume .+\n.+$/mu;
const TIMEOUT_MS = 120_000;

async function ask(baseUrl: string | undefined, key: string | undefined, path: string, body?: unknown) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { "X-API-Key": key ?? "", "Content-Type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown>[] };
}

describe("npm start", { timeout: TIMEOUT_MS }, () => {
  it("first shows the key and three questions that work, then keeps the data and shows no key", async () => {
    const data = join(await reachableFolder(), "data");
    const first = startLocal(["--port", "0", "--data", data]);
    await first.printed(LAST_QUESTION);
    const [, baseUrl] = await first.printed(LISTENING);
    const [, key] = await first.printed(KEY);
    const questions = [...first.stdout().matchAll(/^curl -s -H "X-API-Key: (.+)" "(http.+)"$/gmu)];
    expect(questions).toHaveLength(3);
    for (const [, shownKey = "", url = ""] of questions) {
      const response = await fetch(url, { headers: { "X-API-Key": shownKey } });
      expect([url, response.status, shownKey]).toEqual([url, 200, key]);
      expect((await response.text()).length).toBeGreaterThan(200);
    }
    const { answer: before } = await ask(baseUrl, key, "/repositories");
    expect(before).toHaveLength(15);
    const postgres = findPostgres(data) ?? 0;
    expect(isRunning(postgres)).toBe(true);
    expect(await first.ended("SIGTERM")).toBe(0);
    expect(isRunning(postgres)).toBe(false);
    expect(first.stderr()).toBe("");

    const second = startLocal(["--port", "0", "--data", data]);
    await second.printed(KEPT);
    const [, secondUrl] = await second.printed(LISTENING);
    expect(second.stdout()).not.toContain("svc_live_");
    expect((await ask(secondUrl, key, "/repositories")).answer).toEqual(before);
    expect((await ask(secondUrl, key, "/connected-orgs")).answer).toHaveLength(1);
    const secondPostgres = findPostgres(data) ?? 0;
    expect(await second.ended("SIGINT")).toBe(0);
    expect(isRunning(secondPostgres)).toBe(false);
    expect(second.stderr()).toBe("");
  });

  it("scans the folder of --org into the Postgres of DATABASE_URL, and names what it could not read", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", ACME);
    rmSync(join(org, "handbook/.git/refs/heads/main"));
    writeFileSync(join(org, "handbook/.git/refs/heads/main"), `${"0".repeat(39)}1\n`);
    const local = startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], database);
    await local.printed(
      /^Scan partial: 6 repositories read, 0 skipped, 1 failed\.\n {2}acme\/handbook: .+$/mu,
    );
    await local.printed(LAST_QUESTION);
    expect(existsSync(join(folder, "data/postgres"))).toBe(false);
    expect(local.stderr()).toBe("");
    expect(await local.ended("SIGTERM")).toBe(0);
  });

  it("scans what a listing file lists, by its names", async () => {
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
    const [[, baseUrl], [, key]] = [await local.printed(LISTENING), await local.printed(KEY)];
    const { answer } = await ask(baseUrl, key, "/repositories");
    expect(answer.map(({ full_path, default_branch }) => [full_path, default_branch])).toEqual([
      ["acme/one", "main"],
      ["acme/two", "release"],
    ]);
    expect(answer[1]?.["clone_url"]).toBe("https://git.acme.example/acme/two.git");
  });

  it("lets the API connect what lies below --org and LOCAL_ORG_ROOTS, and nothing else [D-5.13]", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "acme", ACME);
    const further = makeOrganization(join(folder, "further"), "globex", GLOBEX);
    const args = ["--org", org, "--port", "0", "--data", join(folder, "data")];
    const connect = async (roots: string) => {
      const local = startLocal(args, { ...database, LOCAL_ORG_ROOTS: roots });
      const [, baseUrl] = await local.printed(LISTENING);
      key ??= (await local.printed(KEY))[1];
      const body = { name: "globex", platform: "local", url: further };
      const { status } = await ask(baseUrl, key, "/connected-orgs", body);
      await local.ended("SIGTERM");
      return status;
    };
    let key: string | undefined;
    expect(await connect("")).toBe(422);
    expect(await connect(`/nowhere:${join(folder, "further")}`)).toBe(201);
  });

  it("signs up by the link it prints, gives the workspace to the first, and believes no header where they are", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const local = startLocal(["--port", "0", "--data", join(folder, "data")], database);
    const [, baseUrl] = await local.printed(LISTENING);
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

  it("logs faults only, and all of it as JSON lines with LOG=json", async () => {
    const [folder, database] = [await reachableFolder(), await freshDatabase()];
    const org = makeOrganization(folder, "globex", GLOBEX);
    const local = startLocal(["--org", org, "--port", "0", "--data", join(folder, "data")], {
      ...database,
      LOG: "json",
    });
    await local.printed(LAST_QUESTION);
    await local.ended("SIGTERM");
    const lines = local
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { message: string });
    expect(lines.map(({ message }) => message)).toContain("scan published");
  });

  it("shows the key at the first start that works, after one that did not", async () => {
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
    await local.printed(KEY);
    await local.printed(LAST_QUESTION);
  });

  it("ends with 0 and leaves nothing behind, whenever in its start it is told to", async () => {
    const folder = await reachableFolder();
    const printed: string[] = [];
    for (const [run, delay] of [0, 300, 800, 1500, 2500].entries()) {
      const data = join(folder, String(run));
      const local = startLocal(["--port", "0", "--data", data]);
      while (!existsSync(data)) await sleep(5);
      await sleep(delay);
      const postgres = findPostgres(data) ?? 0;
      expect([delay, await local.ended("SIGTERM"), local.stderr()]).toEqual([delay, 0, ""]);
      printed.push(local.stdout());
      expect([delay, postgres !== 0 && isRunning(postgres), findPostgres(data)]).toEqual([
        delay,
        false,
        undefined,
      ]);
    }
    // Told at once, it starts no further: above all it makes no key that nobody then sees.
    expect(printed[0]).toBe("");
  });
});

it("--help starts nothing", async () => {
  const data = join(await reachableFolder(), "data");
  const local = startLocal(["--help", "--data", data]);
  expect(await local.ended()).toBe(0);
  expect(local.stdout()).toContain("Usage: npm start -- [--org PATH]");
  expect(existsSync(data)).toBe(false);
});
