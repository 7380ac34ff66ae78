import { readFileSync, rmSync, writeFileSync } from "node:fs";
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
const ci = join(folder, "acme/ci");

const workflow = (...secrets: string[]) =>
  `on:\n  workflow_call:\n    secrets:\n${secrets.map((name) => `      ${name}: { required: true }\n`).join("")}jobs: {}\n`;
const caller = (ref: string, secrets: string) =>
  `on: push\njobs:\n  release:\n    uses: acme/ci/.github/workflows/release.yml@${ref}\n    secrets: ${secrets}\n`;
const passing = "\n      NPM_TOKEN: x";

beforeAll(async () => {
  createRepository(ci, { ".github/workflows/release.yml": workflow("NPM_TOKEN") });
  git(ci, "remote", "add", "origin", "https://github.com/acme/ci.git");
  git(ci, "tag", "v1.0.0");
  git(ci, "branch", "v0");
  commitFiles(ci, { "README.md": "Workflows" });
  const consumers = {
    web: caller("main", passing),
    old: caller("v1.0.0", passing),
    legacy: caller("release-0.x", passing),
    major: caller("v0", passing),
    inherits: caller("main", "inherit"),
    "<img src=x>|`@acme`": caller("main", passing),
  };
  for (const [name, text] of Object.entries(consumers))
    createRepository(join(folder, "acme", name), { ".github/workflows/release.yml": text });
  await runKnockon(["scan", "acme", "--json", "acme.json"], { cwd: folder });
  git(ci, "checkout", "--quiet", "-b", "rename");
  commitFiles(ci, { ".github/workflows/release.yml": workflow("REGISTRY_TOKEN") });
});

const check = (...args: string[]) => runKnockon(["check", "--in", "../../acme.json", ...args], { cwd: ci });

const checkJson = async (...args: string[]): Promise<Check> =>
  JSON.parse((await check("--format", "json", ...args)).stdout) as Check;

describe("knockon check", () => {
  it("names every consumer that the change breaks, with both lines, when and how", async () => {
    const { exitCode, stdout, stderr } = await check("--base", "main");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout)
      .toBe(`This change breaks 3 repositories: 2 on their next run, 1 when bumped. 4 repositories get it.

On its next run
  acme/<img src=x>|\`@acme\`  .github/workflows/release.yml:4  does not start
    secret "REGISTRY_TOKEN" of acme/ci/.github/workflows/release.yml is required and not passed  .github/workflows/release.yml:4
  acme/<img src=x>|\`@acme\`  .github/workflows/release.yml:6  does not start
    secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed, probably renamed to "REGISTRY_TOKEN"  .github/workflows/release.yml:4
  acme/web  .github/workflows/release.yml:4  does not start
    secret "REGISTRY_TOKEN" of acme/ci/.github/workflows/release.yml is required and not passed  .github/workflows/release.yml:4
  acme/web  .github/workflows/release.yml:6  does not start
    secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed, probably renamed to "REGISTRY_TOKEN"  .github/workflows/release.yml:4

When bumped
  acme/old  .github/workflows/release.yml:4  does not start
    secret "REGISTRY_TOKEN" of acme/ci/.github/workflows/release.yml is required and not passed  .github/workflows/release.yml:4
  acme/old  .github/workflows/release.yml:6  does not start
    secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed, probably renamed to "REGISTRY_TOKEN"  .github/workflows/release.yml:4
`);
  });

  it("prints Markdown in which text from repositories is inert", async () => {
    const { stdout } = await check("--format", "markdown");
    expect(stdout).toContain(
      '| `secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed, probably renamed to "REGISTRY_TOKEN"` `.github/workflows/release.yml:4` | `` acme/<img src=x>\\|`@acme` `` `.github/workflows/release.yml:6` | on its next run | does not start |  |\n',
    );
  });

  it("prints SARIF and JUnit", async () => {
    const [sarif, junit] = await Promise.all([
      check("--format", "sarif"),
      check("--format", "junit", "--fail-on", "merge"),
    ]);
    const [run] = (JSON.parse(sarif.stdout) as { runs: { results: { level: string }[] }[] }).runs;
    expect(run?.results.map(({ level }) => level)).toEqual([
      ...Array<string>(4).fill("error"),
      ...Array<string>(2).fill("warning"),
    ]);
    expect(junit.exitCode).toBe(1);
    expect(junit.stdout).toContain('<testsuite name="knockon check" tests="6" failures="4">');
    expect(junit.stdout).toContain('classname="acme/&lt;img src=x&gt;|`@acme`"');
  });

  it("also writes reports to files", async () => {
    const reports = ["junit=check.xml", "codequality=../../a=b.json"].flatMap((one) => ["--report", one]);
    const { exitCode, stdout } = await check(...reports, "--base", "main");
    expect([exitCode, stdout.split(":")[0]]).toEqual([0, "This change breaks 3 repositories"]);
    expect(readFileSync(join(ci, "check.xml"), "utf8")).toContain('tests="6"');
    expect(JSON.parse(readFileSync(join(folder, "a=b.json"), "utf8"))).toHaveLength(6);
  });

  it("reads the work tree, and its settings", async () => {
    git(ci, "checkout", "--quiet", "-b", "draft", "main");
    writeFileSync(join(ci, ".github/workflows/release.yml"), workflow());
    writeFileSync(
      join(ci, ".knockon.yml"),
      "fail_on: bump\nignores:\n  - {consumer: acme/old, reason: archived}\n  - {consumer: Acme/Web, reason: later, expires: 2020-01-01}\n",
    );
    const { exitCode, stdout, stderr } = await check("--head", "WORKTREE", "--format", "json");
    expect(stderr).toBe(
      "knockon: An ignore expired on 2020-01-01 (later). Fix the break or extend it.\nknockon: 1 break is ignored by the settings.\n",
    );
    const { breaks, verdict } = JSON.parse(stdout) as Check;
    expect([exitCode, verdict]).toEqual([1, "breaks"]);
    expect(
      breaks.map(({ consumer, change, name, renamed_to }) => [consumer.name, change, name, renamed_to]),
    ).toEqual([
      ["<img src=x>|`@acme`", "removed", "NPM_TOKEN", null],
      ["web", "removed", "NPM_TOKEN", null],
    ]);
    git(ci, "checkout", "--quiet", "--force", "rename");
  });

  it("counts consumers that follow the branch that gets the change", async () => {
    const consumers = async (...args: string[]) =>
      new Set((await checkJson("--base", "main", ...args)).breaks.map(({ consumer }) => consumer.name));
    expect(await consumers()).not.toContain("legacy");
    expect(await consumers("--branch", "release-0.x")).toContain("legacy");
  });

  it("finds nothing in a commit without changes of interfaces", async () => {
    commitFiles(ci, { "README.md": "docs" });
    expect(await checkJson("--base", "HEAD^")).toMatchObject({
      verdict: "clean",
      breaks: [],
      undecided: [],
      graph: { complete: true, scanned_at: expect.any(String) as string },
    });
  });

  it("exits with 3 if the graph does not know the repository or is too old", async () => {
    const unknown = await check("--repository", "acme/wep");
    expect(unknown).toMatchObject({ exitCode: 3, stdout: "" });
    expect(unknown.stderr).toContain(
      'The graph does not contain the repository "acme/wep". Did you mean "acme/web"?',
    );
    writeFileSync(join(folder, "old.yml"), "max_age: 0h\n");
    const stale = await check("--base", "HEAD^", "--config", "../../old.yml");
    expect([stale.exitCode, stale.stdout.split("\n")[0]]).toEqual([
      3,
      "Nothing is known to break, but the graph is incomplete. 0 repositories get it.",
    ]);
    expect(stale.stderr).toContain("The graph is older than max_age allows: it was scanned at ");
  });

  it("exits with 2 if Git can't read the repository", async () => {
    const damaged = join(folder, "damaged");
    createRepository(damaged, { "a/b.yml": "x" });
    git(damaged, "remote", "add", "origin", "https://github.com/acme/ci.git");
    commitFiles(damaged, { "a/c.yml": "x" });
    const tree = git(damaged, "rev-parse", "HEAD:a");
    rmSync(join(damaged, ".git/objects", tree.slice(0, 2), tree.slice(2)));
    const { exitCode, stdout, stderr } = await check("--repo", damaged);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`knockon: Git can't read the repository: Could not read ${tree}\n`);
  });

  it.each([
    [["--fail-on", "merged"], 'Invalid --fail-on "merged". Did you mean "merge"?'],
    [
      ["--format", "xml"],
      'Invalid --format "xml". Use one of: text, markdown, json, sarif, junit, codequality.',
    ],
    [["--report", "junit"], 'Invalid --report "junit". Use FORMAT=FILE, such as junit=check.xml.'],
    [["--report", "junt=a"], 'Invalid --report "junt". Did you mean "junit"?'],
    [["--base", "nope"], 'Invalid --base "nope": there is no such commit, tag or branch.'],
    [["--repo", "/"], 'There is no Git repository at "/".'],
  ])("rejects %j", async (args, message) => {
    const { exitCode, stdout, stderr } = await check(...args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`knockon: ${message}`);
  });
});

describe("knockon scan of the past", () => {
  it("reads the ref of a listing, with the tags of its time, or the commit before a date", async () => {
    const listing = [
      { path: "acme/ci", full_path: "acme/ci", ref: "v1.0.0" },
      { path: "acme/web", full_path: "acme/web", ref: "nope" },
    ];
    writeFileSync(join(folder, "past.jsonl"), listing.map((line) => JSON.stringify(line)).join("\n"));
    const commit = git(ci, "rev-parse", "v1.0.0");
    const scan = async (...args: string[]) => {
      const { stdout } = await runKnockon(["scan", ...args, "--json", "-"], { cwd: folder });
      const { repositories } = JSON.parse(stdout) as { repositories: Record<string, unknown>[] };
      return repositories.map(({ full_path, commit_sha, status, tags }) => [
        full_path,
        commit_sha,
        status,
        tags,
      ]);
    };
    expect(await scan("past.jsonl")).toEqual([
      ["acme/ci", commit, "scanned", ["v1.0.0"]],
      ["acme/web", null, "failed", []],
    ]);
    const statuses = (await scan("acme", "--at", "2026-01-02T03:04:05Z")).map(([, , status]) => status);
    expect(new Set(statuses)).toEqual(new Set(["scanned"]));
    expect((await scan("acme", "--at", "2026-01-02")).map(([, , status]) => status)).toEqual(
      statuses.map(() => "skipped"),
    );
    const { exitCode, stderr } = await runKnockon(["scan", "acme", "--at", "2026-02-30"]);
    expect([exitCode, stderr]).toEqual([
      2,
      'knockon: Invalid --at "2026-02-30". Use a date such as 2026-01-31 or 2026-01-31T12:00:00Z.\n',
    ]);
  });
});
