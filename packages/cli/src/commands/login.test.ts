import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TEST_CACHE } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();
const KEY = "svc_s3cret";

/** The keys that the server received. */
let received: unknown[] = [];
const server = createServer((request, response) => {
  received.push(request.headers["x-api-key"]);
  const isKnown = request.headers["x-api-key"] === KEY;
  response.writeHead(isKnown ? 200 : 401, { "X-Total-Count": "0" });
  response.end(isKnown ? "[]" : '{"detail":"Authentication required."}');
});
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void (received = []));

let homes = 0;
const newHome = (): string => {
  const home = join(folder, `home-${(homes += 1)}`);
  mkdirSync(home);
  return home;
};

async function run(home: string, args: string[], { input = "", environment = {} } = {}) {
  const command = join(import.meta.dirname, "../../bin/knockon.js");
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env["PATH"], ...TEST_CACHE, XDG_CONFIG_HOME: home, ...environment },
  });
  child.stdin.end(input);
  const exited = once(child, "close");
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: (await exited)[0] as number, stdout, stderr };
}

const fileIn = (home: string): string => join(home, "knockon/login.json");

describe("knockon login", () => {
  it("verifies and stores a key that only the user can read, and never prints it", async () => {
    const home = newHome();
    const { exitCode, stdout, stderr } = await run(home, ["login", url], { input: `${KEY}\n` });
    expect([exitCode, stdout]).toEqual([0, ""]);
    expect(stderr).toBe(`knockon: The server has 0 organizations. Stored in ${fileIn(home)}.\n`);
    expect(received).toEqual([KEY]);
    expect(JSON.parse(readFileSync(fileIn(home), "utf8"))).toEqual({ url, key: KEY });
    expect((statSync(fileIn(home)).mode & 0o777).toString(8)).toBe("600");
    expect((statSync(join(home, "knockon")).mode & 0o777).toString(8)).toBe("700");
    expect((await run(home, ["artifacts"])).stdout).toBe("none\n");
    expect(received).toEqual([KEY, KEY]);
  });

  it("stores nothing that the server refuses", async () => {
    const home = newHome();
    const { exitCode, stderr } = await run(home, ["login", url], { input: "svc_wrong" });
    expect([exitCode, stderr]).toEqual([
      2,
      "knockon: The server returned HTTP 401: Authentication required. Check the API key, or create another one in Settings, API keys.\n",
    ]);
    expect(existsSync(fileIn(home))).toBe(false);
  });

  it.each<[string[], string, RegExp]>([
    [[], KEY, /Missing URL/u],
    [["gopher://a"], KEY, /Invalid URL "gopher:\/\/a"/u],
    [["https://ann:pw@a.test"], KEY, /must not contain credentials/u],
    [["http://127.0.0.1:1"], "", /Missing API key/u],
    [["http://127.0.0.1:1"], "svc_a\nsvc_b", /Invalid API key: it contains spaces/u],
    [["http://127.0.0.1:1", KEY], "", /Unexpected argument/u],
  ])("rejects %j with the input %j", async (args, input, message) => {
    const home = newHome();
    const { exitCode, stderr } = await run(home, ["login", ...args], { input });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(fileIn(home))).toBe(false);
  });

  it("stores what variables override, and never sends the key to another server", async () => {
    const home = newHome();
    await run(home, ["login", url], { input: KEY });
    received = [];
    const other = { environment: { KNOCKON_URL: `${url}/other` } };
    expect((await run(home, ["artifacts"], other)).stderr).toContain("Missing API key");
    expect((await run(home, ["artifacts", "--url", `${url}/other`])).stderr).toContain("Missing API key");
    expect(received).toEqual([]);
    await run(home, ["artifacts"], { environment: { KNOCKON_API_KEY: "svc_variable" } });
    expect(received).toEqual(["svc_variable"]);
  });

  it("is undone by knockon logout", async () => {
    const home = newHome();
    await run(home, ["login", url], { input: KEY });
    expect(await run(home, ["logout"])).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect(existsSync(fileIn(home))).toBe(false);
    expect((await run(home, ["artifacts"])).stderr).toContain("Use --in FILE or --url URL");
    expect((await run(home, ["logout"])).exitCode).toBe(0);
  });
});
