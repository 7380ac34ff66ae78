import { createServer } from "node:http";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Impact } from "@knockon/contract/resources/impact";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();

beforeAll(async () => {
  writeFileSync(join(folder, "other.json"), "null\n");
  await runKnockon(["scan", makeAcme(folder), "--json", "acme.json"], { cwd: folder });
});

const impact = (...args: string[]) => runKnockon(["impact", ...args], { cwd: folder });

const messageOf = async (url: string) => (await impact("acme/api", "--url", url, "--key", "k")).stderr;

describe("knockon impact --in", () => {
  it("is a tree by rollout wave, each with the lines that say so", async () => {
    const { exitCode, stdout, stderr } = await impact("acme/base-image", "--in", "acme.json");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Changing acme/base-image hits 3 repositories, 2 directly.
1 at their next run, 0 at their next update, 2 when someone bumps them, 0 unknown.

Wave 1
  acme/api  [when bumped]  confidence 0.80
      Dockerfile:1  ghcr.io/acme/base-image:1.1.0  (pinned)
  acme/web  [breaks now]  confidence 0.80
      Dockerfile:2  ghcr.io/acme/base-image  (absent)

Wave 2
  acme/deploy  [when bumped]  confidence 0.80  via acme/api
      compose.yaml:3  ghcr.io/acme/api:latest  (floating)
      when bumped because of acme/api:
      Dockerfile:1  ghcr.io/acme/base-image:1.1.0  (pinned)

Incomplete: 1 repository could not be read.
`);
  });

  it("is the service's answer with --json, its keys sorted", async () => {
    const { stdout } = await impact(
      "ACME/API",
      "--in",
      "acme.json",
      "--json",
      "--depth",
      "1",
      "--min-confidence",
      "0.5",
    );
    const answer = JSON.parse(stdout) as Impact;
    expect(Object.keys(answer)).toEqual(Object.keys(answer).toSorted());
    expect(answer).toMatchObject({
      root: { full_path: "acme/api" },
      complete: false,
      applied_min_confidence: 0.5,
      max_depth: 1,
      affected: [
        {
          repository: { full_path: "acme/deploy" },
          evidence: [{ source_file: "compose.yaml", source_line: 3 }],
        },
      ],
    });
  });
});

describe("what a user can mend is one line, and exit code 1", () => {
  const either = "Give --in FILE, or --url URL and --key KEY. See knockon impact --help.";

  it.each([
    [[], "Give one REPO. See knockon impact --help."],
    [["acme/api"], either],
    [["acme/api", "--url", "http://127.0.0.1"], either],
    [["acme/api", "--in", "acme.json", "--url", "http://127.0.0.1", "--key", "k"], either],
    [["acme/api", "--in", "absent.json"], "ENOENT: no such file or directory, open 'absent.json'"],
    [["acme/api", "--in", "other.json"], "other.json was not written by knockon scan --json."],
    [["acme/absent", "--in", "acme.json"], "The report knows no repository acme/absent."],
    [["acme/api", "--in", "acme.json", "--depth", "11"], "--depth 11: give a whole number from 1 to 10."],
    [["acme/api", "--in", "acme.json", "--depth", "1.5"], "--depth 1.5: give a whole number from 1 to 10."],
    [
      ["acme/api", "--in", "acme.json", "--min-confidence", ".5"],
      "--min-confidence .5: give a number from 0 to 1.",
    ],
    [["acme/api", "--url", "here", "--key", "k"], "There is no Knockon at here: ERR_INVALID_URL"],
  ])("%j", async (args, message) => {
    expect(await impact(...args)).toEqual({ exitCode: 1, stdout: "", stderr: `knockon: ${message}\n` });
  });

  it("for a service that is not there, is something else, or refuses", async () => {
    const answers: Record<string, [status: number, body: string]> = {
      "/web": [200, "<html>"],
      "/proxy": [502, "<html>"],
      "/knockon": [401, '{"detail":"Authentication required."}'],
    };
    const server = createServer((request, response) => {
      const [status, body] = answers[request.url?.split("/api/")[0] ?? ""] ?? [404, ""];
      response.writeHead(status).end(body);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await messageOf(`${url}/web`)).toBe(
      `knockon: There is no Knockon at ${url}/web: it does not answer as one.\n`,
    );
    expect(await messageOf(`${url}/proxy`)).toBe("knockon: HTTP 502\n");
    expect(await messageOf(`${url}/knockon/`)).toBe("knockon: Authentication required.\n");
    server.close();
    server.closeAllConnections();
    expect(await messageOf(url)).toBe(`knockon: There is no Knockon at ${url}: ECONNREFUSED\n`);
  });
});
