import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "@knockon/contract/resources/check";
import {
  commitFiles,
  createRepository,
  git,
} from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it } from "vitest";
import { runKnockon } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();
const at = (name: string): string => join(folder, "acme", name);

const ACTION = "name: deploy\ninputs:\n  target: {}\nruns: { using: composite, steps: [] }\n";
const CALLER = `on: push
jobs:
  a:
    steps:
      - uses: acme/ci/deploy@main
        with:
          target: x
`;
const FILE = ".github/workflows/ci.yml";

beforeAll(async () => {
  createRepository(at("ci"), { "deploy/action.yml": ACTION });
  git(at("ci"), "remote", "add", "origin", "https://github.com/acme/ci.git");
  const codeowners = "* @acme/all\n/.github/ @acme/platform @jane\n";
  createRepository(at("owned"), { [FILE]: CALLER, ".github/CODEOWNERS": codeowners });
  createRepository(at("unowned"), { [FILE]: CALLER, CODEOWNERS: "* @acme/all\n/.github/\n" });
  const author = "--author=Joe Bloggs <joe@acme.test>";
  git(at("unowned"), "commit", "--quiet", "--amend", "--no-edit", author);
  await runKnockon(["scan", "acme", "--json", "acme.json"], { cwd: folder });
  await runKnockon(["scan", "acme", "--ownership", "--json", "people.json"], { cwd: folder });
  git(at("ci"), "checkout", "--quiet", "-b", "remove");
  commitFiles(at("ci"), { "deploy/action.yml": ACTION.replace("  target: {}\n", "") });
});

const check = (report: string, ...args: string[]) =>
  runKnockon(["check", "--in", `../../${report}`, ...args], { cwd: at("ci") });

const owners = async (report: string, ...args: string[]) => {
  const { stdout } = await check(report, "--format", "json", ...args);
  const { breaks } = JSON.parse(stdout) as Check;
  return Object.fromEntries(breaks.map(({ consumer, owner }) => [consumer.name, owner]));
};

const PLATFORM = { names: ["@acme/platform", "@jane"], source: "codeowners" };

describe("the owner of a broken line", () => {
  it("comes from CODEOWNERS, unless its last rule names none", async () => {
    expect(await owners("acme.json")).toEqual({ owned: PLATFORM, unowned: null });
  });

  it("is otherwise the main author in a report with ownership", async () => {
    const joe = { names: ["Joe Bloggs"], source: "main_author" };
    expect(await owners("people.json")).toEqual({ owned: PLATFORM, unowned: joe });
  });

  it("is otherwise the last author of the line, with --clones", async () => {
    const joe = { names: ["Joe Bloggs"], source: "last_author" };
    expect(await owners("people.json", "--clones", "..")).toEqual({ owned: PLATFORM, unowned: joe });
  });

  it("is printed in every format, in Markdown without a mention", async () => {
    const files = ["markdown", "sarif", "codequality", "junit"];
    const reports = files.flatMap((format) => ["--report", `${format}=../../${format}`]);
    const { stdout: text } = await check("acme.json", "--clones", "..", ...reports);
    const read = (format: string) => readFileSync(join(folder, format), "utf8");
    expect(text).toContain(`  acme/owned  ${FILE}:7  warns  (@acme/platform, @jane)\n`);
    expect(text).toContain(`  acme/unowned  ${FILE}:7  warns  (Joe Bloggs, last author)\n`);
    const markdown = read("markdown");
    expect(markdown).toContain("| warns | `@acme/platform`, `@jane` |\n");
    expect(markdown).toContain("| warns | `Joe Bloggs`, last author |\n");
    expect(read("sarif")).toContain("warns on its next run. Owner: @acme/platform, @jane.");
    expect(read("codequality")).toContain("warns on its next run. Owner: @acme/platform, @jane.");
    expect(read("junit")).toContain(", owner: @acme/platform, @jane");
  });
});

it("--clones needs a report", async () => {
  const { exitCode, stderr } = await runKnockon(["check", "--url", "http://127.0.0.1:1", "--clones", "."], {
    cwd: at("ci"),
    environment: { KNOCKON_API_KEY: "k" },
  });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("--clones needs --in")]);
});
