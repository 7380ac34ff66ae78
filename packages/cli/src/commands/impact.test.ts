import { createServer } from "node:http";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import type { Impact } from "@knockon/contract/resources/impact";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Report } from "../offline/report.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();

beforeAll(async () => {
  writeFileSync(join(folder, "other.json"), "null\n");
  writeFileSync(join(folder, "former.json"), '{"format_version":1}');
  await runKnockon(["scan", makeAcme(folder), "--json", "acme.json"], { cwd: folder });
  const { artifact_files: _, ...earlier } = JSON.parse(
    readFileSync(join(folder, "acme.json"), "utf8"),
  ) as Report;
  writeFileSync(join(folder, "earlier.json"), JSON.stringify(earlier));
});

const ACTION = "runs:\n  using: composite\n  steps: []\n";
const TOOLING = {
  actions: { "setup/action.yml": ACTION, "deploy/action.yml": ACTION },
  shop: {
    ".github/workflows/ci.yml":
      "on: push\njobs:\n  a:\n    steps:\n      - uses: tooling/actions/setup@v1\n      - uses: tooling/actions/deploy@v1\n",
  },
  wiki: {
    ".github/workflows/ci.yml":
      "on: push\njobs:\n  a:\n    steps:\n      - uses: tooling/actions/deploy@v1\n",
    "README.md": "See https://github.com/tooling/actions.\n",
  },
  notes: { "README.md": "See https://github.com/tooling/actions.\n" },
};

/** Scans `TOOLING` once. Returns the report's name. */
async function scanTooling(): Promise<string> {
  if (existsSync(join(folder, "tooling.json"))) return "tooling.json";
  for (const [name, files] of Object.entries(TOOLING)) {
    const repository = join(folder, "tooling", name);
    createRepository(repository, files);
    git(repository, "remote", "add", "origin", `https://github.com/tooling/${name}.git`);
  }
  await runKnockon(["scan", "tooling", "--json", "tooling.json"], { cwd: folder });
  return "tooling.json";
}

const impact = (...args: string[]) => runKnockon(["impact", ...args], { cwd: folder });

const withKey = { cwd: folder, environment: { KNOCKON_API_KEY: "k" } };

const errorFor = async (url: string) =>
  (await runKnockon(["impact", "acme/api", "--url", url], withKey)).stderr;

describe("knockon impact --in", () => {
  it("prints direct and transitive dependents with their clock, roles and lines", async () => {
    const { exitCode, stdout, stderr } = await impact("acme/base-image", "--in", "acme.json");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout)
      .toBe(`2 repositories get a change of acme/base-image directly: 2 at runtime. 1 more through them.
When: 1 on its next run, 2 when bumped.

Direct
  acme/api  gets it when bumped
    runtime
      Dockerfile:1  ghcr.io/acme/base-image:1.1.0  (pinned, confidence 0.95)
  acme/web  gets it on its next run
    runtime
      Dockerfile:2  ghcr.io/acme/base-image  (absent, confidence 0.95)

Transitive
  acme/deploy  gets it when bumped  via acme/api
      decided by acme/api/Dockerfile:1  ghcr.io/acme/base-image:1.1.0
    runtime
      compose.yaml:3  ghcr.io/acme/api:latest  (floating, confidence 0.95)

Incomplete: 1 repository could not be read.
`);
  });

  it("prints the API's answer with --json, with sorted keys", async () => {
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
          roles: [{ evidence: [{ source_file: "compose.yaml", source_line: 3 }] }],
        },
      ],
    });
  });
});

describe("knockon impact --path", () => {
  const impactOfPaths = async (...paths: string[]) => {
    const args = paths.flatMap((path) => ["--path", path]);
    const { stdout, stderr, exitCode } = await impact(
      "tooling/actions",
      "--in",
      await scanTooling(),
      ...args,
    );
    return { summary: stdout.split("\n")[0], stderr, exitCode };
  };

  it("includes only users of what is built from the paths", async () => {
    expect(await impactOfPaths("setup")).toEqual({
      summary: "1 repository gets a change of setup in tooling/actions directly: 1 in CI only.",
      stderr: "",
      exitCode: 0,
    });
    expect((await impactOfPaths("setup/action.yml", "deploy")).summary).toBe(
      "2 repositories get a change of setup/action.yml, deploy in tooling/actions directly: 2 in CI only.",
    );
    expect((await impactOfPaths("setup", "deploy", "a", "b")).summary).toBe(
      "2 repositories get a change of 4 paths in tooling/actions directly: 2 in CI only.",
    );
  });

  it("names the paths that nothing is built from and suggests a known one", async () => {
    expect(await impactOfPaths("deplyo", "docs/index.md")).toEqual({
      summary: "No repository gets a change of deplyo, docs/index.md in tooling/actions.",
      stderr:
        'knockon: Nothing that Knockon knows in tooling/actions is built from "deplyo". Did you mean "deploy"?\n' +
        'knockon: Nothing that Knockon knows in tooling/actions is built from "docs/index.md".\n',
      exitCode: 0,
    });
  });
});

describe("knockon impact --role", () => {
  it("counts only declarations with one of the roles", async () => {
    const { stdout } = await impact(
      "acme/base-image",
      "--in",
      "acme.json",
      "--role",
      "build, CI",
      "--role",
      "dev",
    );
    expect(stdout).toMatch(/^No repository gets a change of acme\/base-image\.\n/u);
    const runtime = await impact("acme/base-image", "--in", "acme.json", "--role", "runtime");
    expect(runtime.stdout).toMatch(/^2 repositories get a change .* 2 at runtime\./u);
  });

  it("lists mentions without a time", async () => {
    const args = ["tooling/actions", "--in", await scanTooling(), "--min-confidence", "0"];
    const { stdout } = await impact(...args, "--role", "fixture,documentation");
    expect(stdout).toBe(`2 repositories mention tooling/actions: 2 in documentation only.

Direct
  tooling/notes
    documentation
      README.md:1  https://github.com/tooling/actions  (absent, confidence 0.30)
  tooling/wiki
    documentation
      README.md:1  https://github.com/tooling/actions  (absent, confidence 0.30)
`);
  });
});

describe("knockon impact errors", () => {
  const either = 'Use either --in FILE or --url URL. Run "knockon impact --help" for usage.';
  const neither = 'Use --in FILE or --url URL, or set KNOCKON_URL. Run "knockon impact --help" for usage.';

  it.each([
    [[], 'Missing REPO. Run "knockon impact --help" for usage.'],
    [["acme/api"], neither],
    [
      ["acme/api", "--url", "http://127.0.0.1"],
      'Missing API key. Set KNOCKON_API_KEY, use --key, or run "knockon login".',
    ],
    [
      ["acme/api", "--url", "here", "--key", "k"],
      'Invalid URL "here". Use an address such as http://127.0.0.1:4000.',
    ],
    [["acme/api", "--in", "acme.json", "--url", "http://127.0.0.1"], either],
    [["acme/api", "--in", "absent.json"], 'Can\'t open "absent.json": no such file or directory.'],
    [
      ["acme/api", "--in", "other.json"],
      '"other.json" is not a Knockon report. Create one with "knockon scan PATH --json FILE".',
    ],
    [
      ["acme/api", "--in", "former.json"],
      '"former.json" has format version 1, without roles and clocks. Create it again with "knockon scan PATH --json FILE".',
    ],
    [
      ["acme/base-image", "--in", "earlier.json", "--path", "Dockerfile"],
      '"earlier.json" was written by an earlier version of Knockon. Create it again with "knockon scan PATH --json FILE".',
    ],
    [
      ["acme/api", "--in", "acme.json", "--through", "repos"],
      '--through must be "artifacts" or "repositories", not "repos".',
    ],
    [
      ["acme/api", "--in", "acme.json", "--role", "runtime,tests"],
      'Unknown role "tests". Did you mean "test"? Roles: runtime, build, ci, dev, test, example, fixture, documentation, vendored.',
    ],
    [
      ["acme/api", "--in", "acme.json", "--path", ""],
      'Invalid --path "". Use a file or folder of REPO, such as deploy/action.yml.',
    ],
    [
      ["acme/absent", "--in", "acme.json"],
      'Unknown repository "acme/absent". Use its full path, such as acme/base-image, or its URL. Search for it by what it produces.',
    ],
    [
      ["acme/base-imge", "--in", "acme.json"],
      'Unknown repository "acme/base-imge". Did you mean "acme/base-image"?',
    ],
    [
      ["acme/api", "--in", "acme.json", "--depth", "11"],
      'Invalid --depth "11". Use a whole number from 1 to 10.',
    ],
    [
      ["acme/api", "--in", "acme.json", "--depth", "1.5"],
      'Invalid --depth "1.5". Use a whole number from 1 to 10.',
    ],
    [
      ["acme/api", "--in", "acme.json", "--min-confidence", ".5"],
      'Invalid --min-confidence ".5". Use a number from 0 to 1.',
    ],
  ])("rejects %j with a one-line error", async (args, message) => {
    expect(await impact(...args)).toEqual({ exitCode: 2, stdout: "", stderr: `knockon: ${message}\n` });
  });

  it("reports an unreachable server, an unexpected response and an error response", async () => {
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
    expect(await errorFor(`${url}/web`)).toBe(
      `knockon: Unexpected response from ${url}/web. Check that --url is a Knockon server.\n`,
    );
    expect(await errorFor(`${url}/proxy`)).toBe("knockon: The server returned HTTP 502.\n");
    expect(await errorFor(`${url}/knockon/`)).toBe(
      "knockon: The server returned HTTP 401: Authentication required. Check the API key, or create another one in Settings, API keys.\n",
    );
    expect(await errorFor("here")).toBe(
      'knockon: Invalid URL "here". Use an address such as http://127.0.0.1:4000.\n',
    );
    server.close();
    server.closeAllConnections();
    expect(await errorFor(url)).toBe(`knockon: Can't reach ${url} (ECONNREFUSED). Check --url.\n`);
  });
});
