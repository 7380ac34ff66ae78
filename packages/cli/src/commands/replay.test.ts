import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  commitFiles,
  createRepository,
  git,
} from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReplayReport } from "../replay/replay-report.ts";
import { replay } from "../replay/replay.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();
const acme = (name: string): string => join(folder, "acme", name);
const on = (day: string): Date => new Date(`2026-${day}T12:00:00Z`);

const RELEASE = ".github/workflows/release.yml";
const LINT = ".github/workflows/lint.yml";

const workflow = (kind: string, names: readonly string[], required = true) =>
  `on:\n  workflow_call:\n    ${kind}:\n${names.map((name) => `      ${name}: { required: ${required} }\n`).join("")}      KEEP: { required: false }\njobs: {}\n`;
const caller = (file: string, ref: string, passed: string) =>
  `on: push\njobs:\n  run:\n    uses: acme/ci/${file}@${ref}\n${passed}`;
const secret = (name: string): string => `    secrets:\n      ${name}: x\n`;
const level = "    with:\n      level: high\n";

let report: ReplayReport;

/** Names a module of a registry without its host. */
const vpc = (name: string): string => `<% acme/vpc/aws %>\n${name} = x\n`;
/** Names the workflow, but no ecosystem reads it. */
const template = (name: string): string => `<% acme/ci/${RELEASE} %>\n${name}: x\n`;

beforeAll(async () => {
  createRepository(acme("ci"), {
    [RELEASE]: workflow("secrets", ["NPM_TOKEN"]),
    [LINT]: workflow("inputs", ["level"], false),
  });
  git(acme("ci"), "remote", "add", "origin", "https://github.com/acme/ci.git");
  git(acme("ci"), "tag", "v1.0.0");
  const passing = secret("NPM_TOKEN");
  const consumers = {
    fixed: caller(RELEASE, "main", passing),
    broken: caller(RELEASE, "main", passing),
    flow: caller(RELEASE, "main", "    secrets: { NPM_TOKEN: x, KEEP: y }\n"),
    pins: caller(RELEASE, "main", passing),
    late: caller(RELEASE, "v1.0.0", passing),
    pinned: caller(RELEASE, "v1.0.0", passing),
    branch: caller(RELEASE, "release-0.x", passing),
    inherits: caller(RELEASE, "main", "    secrets: inherit\n"),
  };
  for (const [name, text] of Object.entries(consumers)) createRepository(acme(name), { [RELEASE]: text });
  createRepository(acme("linted"), { [LINT]: caller(LINT, "main", level) });
  createRepository(acme("unread"), { "release.erb": template("NPM_TOKEN"), "vpc.erb": vpc("cidr_old") });
  // An issue of the producer is no use of it.
  createRepository(acme("noted"), { "notes.erb": "acme/ci/issues/7: release.yml\nNPM_TOKEN: x\n" });
  createRepository(acme("terraform-aws-vpc"), { "variables.tf": 'variable "cidr_old" {}\n' });
  git(acme("terraform-aws-vpc"), "remote", "add", "origin", "https://github.com/acme/terraform-aws-vpc.git");

  commitFiles(acme("ci"), { [RELEASE]: workflow("secrets", ["REGISTRY_TOKEN"]) }, on("03-01"));
  git(acme("ci"), "tag", "v2.0.0");
  const next = secret("REGISTRY_TOKEN");
  commitFiles(acme("fixed"), { README: "unrelated" }, on("03-02"));
  commitFiles(acme("fixed"), { [RELEASE]: caller(RELEASE, "main", next) }, on("03-05"));
  commitFiles(acme("broken"), { [RELEASE]: `# later\n${consumers.broken}` }, on("03-06"));
  commitFiles(acme("pins"), { [RELEASE]: caller(RELEASE, "v1.0.0", passing) }, on("03-07"));
  commitFiles(
    acme("flow"),
    { [RELEASE]: caller(RELEASE, "main", "    secrets: { REGISTRY_TOKEN: x, KEEP: y }\n") },
    on("03-09"),
  );
  commitFiles(acme("branch"), { [RELEASE]: caller(RELEASE, "release-0.x", "") }, on("06-01"));
  commitFiles(acme("unread"), { "release.erb": template("REGISTRY_TOKEN") }, on("03-08"));
  commitFiles(acme("noted"), { "notes.erb": "acme/ci/issues/7: release.yml\n" }, on("03-08"));
  commitFiles(acme("terraform-aws-vpc"), { "variables.tf": "" }, on("03-09"));
  commitFiles(acme("unread"), { "vpc.erb": vpc("cidr") }, on("03-20"));
  commitFiles(acme("late"), { [RELEASE]: caller(RELEASE, "v2.0.0", next) }, on("05-01"));
  commitFiles(acme("fixed"), { [RELEASE]: caller(RELEASE, "main", "") }, on("06-02"));

  commitFiles(acme("ci"), { [LINT]: workflow("inputs", ["depth"], false) }, on("07-01"));
  commitFiles(acme("ci"), { [LINT]: workflow("inputs", ["level"], false) }, on("07-03"));
  commitFiles(acme("ci"), { [LINT]: workflow("inputs", ["depth"], false) }, on("07-20"));
  report = await replayAcme();
});

const PERIOD = { since: new Date("2026-02-01"), until: new Date("2026-08-01") };
const run = (...args: string[]) =>
  runKnockon(["replay", "acme", "--since", "2026-02-01", "--until", "2026-08-01", ...args], { cwd: folder });

const replayAcme = (options: Partial<Parameters<typeof replay>[1]> = {}): Promise<ReplayReport> =>
  replay(join(folder, "acme"), {
    ...PERIOD,
    withinDays: 30,
    jobs: 2,
    withSourceInterfaces: false,
    onProgress() {},
    ...options,
  });

const summaryOf = ({ warnings }: ReplayReport) =>
  warnings.map(({ at, consumer, change, name, clock, outcome, reached_at, fix, reverted_at }) =>
    [
      `${at.slice(5, 10)} ${consumer} ${change} ${name} ${clock}: ${outcome}`,
      ...(reached_at === null || reached_at === at ? [] : [`reached ${reached_at.slice(5, 10)}`]),
      ...(fix ? [`${fix.how} ${fix.at.slice(5, 10)}`] : []),
      ...(reverted_at === null ? [] : [`reverted ${reverted_at.slice(5, 10)}`]),
    ].join(", "),
  );

describe("knockon replay", () => {
  it("tells which warnings the consumers confirmed, and which not", () => {
    expect(summaryOf(report).toSorted()).toEqual([
      "03-01 acme/broken renamed NPM_TOKEN next_run: open",
      "03-01 acme/broken required REGISTRY_TOKEN next_run: open",
      "03-01 acme/fixed renamed NPM_TOKEN next_run: confirmed, dropped 03-05",
      "03-01 acme/fixed required REGISTRY_TOKEN next_run: confirmed, passed 03-05",
      "03-01 acme/flow renamed NPM_TOKEN next_run: confirmed, dropped 03-09",
      "03-01 acme/flow required REGISTRY_TOKEN next_run: confirmed, passed 03-09",
      "03-01 acme/late renamed NPM_TOKEN bump: confirmed, reached 05-01, dropped 05-01",
      "03-01 acme/late required REGISTRY_TOKEN bump: confirmed, reached 05-01, passed 05-01",
      "03-01 acme/pinned renamed NPM_TOKEN bump: not_reached",
      "03-01 acme/pinned required REGISTRY_TOKEN bump: not_reached",
      "03-01 acme/pins renamed NPM_TOKEN next_run: confirmed, pinned 03-07",
      "03-01 acme/pins required REGISTRY_TOKEN next_run: confirmed, pinned 03-07",
      "07-01 acme/linted renamed level next_run: reverted, reverted 07-03",
      "07-20 acme/linted renamed level next_run: pending",
    ]);
    expect(report.summary).toMatchObject({
      breaking_commits: 5,
      warnings: { confirmed: 8, open: 2, not_reached: 2, reverted: 1, pending: 1 },
      precision: 0.8,
      recall: 0.8,
    });
  });

  it("names both lines and the commit that ends the break", () => {
    const fixed = report.warnings.find(
      ({ consumer, change }) => consumer === "acme/fixed" && change === "renamed",
    );
    expect(fixed).toMatchObject({
      producer: "acme/ci",
      commit: git(acme("ci"), "rev-parse", "v2.0.0"),
      producer_artifact: { artifact_type: "reusable_workflow", name: `acme/ci/${RELEASE}` },
      renamed_to: "REGISTRY_TOKEN",
      after: { file: RELEASE, line: 4 },
      uses: [{ file: RELEASE, line: 6 }],
      fix: { commit: git(acme("fixed"), "rev-parse", "HEAD~1") },
    });
  });

  it("finds consumers that followed a change without a warning", () => {
    expect(report.missed).toMatchObject([
      {
        consumer: "acme/unread",
        kind: "secret",
        name: "NPM_TOKEN",
        fix: { file: "release.erb", line: 2, commit: git(acme("unread"), "rev-parse", "HEAD~1") },
      },
      { consumer: "acme/unread", kind: "variable", name: "cidr_old", fix: { file: "vpc.erb", line: 2 } },
    ]);
  });

  it("counts only what happens within the given days", async () => {
    const { summary, missed } = await replayAcme({ withinDays: 5 });
    expect([summary.warnings, missed]).toMatchObject([{ confirmed: 4, open: 7, pending: 0 }, []]);
  });

  it("has the same result if nothing is cached", async () => {
    expect({ ...(await replayAcme({ cachedBytes: 0 })), timings: null }).toEqual({
      ...report,
      timings: null,
    });
  });

  it("says what it did not compare if it finds nothing", async () => {
    const none = ["replay", "acme", "--since", "2020-01-01", "--until", "2020-02-01"];
    const { stdout, stderr } = await runKnockon(none, { cwd: folder });
    expect(stdout).toContain("so there is no precision and no recall.");
    expect(stderr).toContain("Use --sources to compare them.");
    expect((await runKnockon([...none, "--sources"], { cwd: folder })).stderr).not.toContain("--sources");
  });

  it("prints the figures, and writes the report", async () => {
    const { exitCode, stdout, stderr } = await run("--json", "replay.json");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(
      "Warnings: 8 confirmed, 2 open, 1 reverted, 1 pending, 2 not reached. Missed: 2. Not decided: 0.\nPrecision 80.0 % (confirmed of confirmed and open), recall 80.0 % (confirmed of confirmed and missed), within 30 days.\n",
    );
    const late = git(acme("late"), "rev-parse", "HEAD").slice(0, 10);
    expect(stdout).toContain(
      `    the consumer gets it on 2026-05-01\n    ${late} of 2026-05-01 no longer uses it\n`,
    );
    const written = JSON.parse(readFileSync(join(folder, "replay.json"), "utf8")) as ReplayReport;
    expect(written.warnings).toEqual(report.warnings);
  });

  it("prints Markdown in which text from repositories is inert", async () => {
    const { stdout } = await run("--format", "markdown");
    expect(stdout).toContain(
      "| Date | What changed | Who used it | When | How it fails | Outcome |\n| --- |",
    );
    expect(stdout).toContain(
      '| 2026-03-01 | `secret "NPM_TOKEN" of acme/ci/.github/workflows/release.yml is removed',
    );
  });

  it("leaves out repositories that cannot be read", async () => {
    git(
      folder,
      "clone",
      "--quiet",
      "--bare",
      "--depth=1",
      `file://${acme("ci")}`,
      join(folder, "other/shallow.git"),
    );
    const line = JSON.stringify({ path: "other/shallow.git", full_path: "other/shallow" });
    const whole = JSON.stringify({ path: "acme/ci", full_path: "acme/ci" });
    writeFileSync(join(folder, "listing.jsonl"), `${line}\n${whole}\n`);
    const { repositories } = await replay(join(folder, "listing.jsonl"), {
      ...PERIOD,
      withinDays: 30,
      jobs: 1,
      withSourceInterfaces: false,
      onProgress() {},
    });
    expect(repositories.map(({ full_path: name, error }) => [name, error])).toEqual([
      ["acme/ci", null],
      ["other/shallow", "a shallow clone has only a part of its history"],
    ]);
  });

  it.each([
    [["--until", "2026-01-01"], "--since must be before --until."],
    [["--format", "xml"], 'Invalid --format "xml". Use one of: text, markdown, json.'],
    [["--within", "0"], 'Invalid --within "0". Use a whole number from 1 to 3650.'],
  ])("rejects %j", async (args, message) => {
    expect(await run(...args)).toMatchObject({ exitCode: 2, stderr: `knockon: ${message}\n` });
  });
});

describe("peers of an npm package", () => {
  const team = temporaryFolder();
  const path = (name: string): string => join(team, "acme", name);
  const manifest = (fields: object): Record<string, string> => ({
    "package.json": JSON.stringify(fields, null, 2),
  });
  const ui = (react: string) => manifest({ name: "@acme/ui", peerDependencies: { react } });
  const using = (react: string) => manifest({ dependencies: { "@acme/ui": "*", react } });

  it("confirm a warning when the consumer declares another version", async () => {
    createRepository(path("ui"), ui(">=17"));
    for (const name of ["fixed", "open"]) createRepository(path(name), using("^17.0.2"));
    createRepository(path("ready"), using("^18.2.0"));
    commitFiles(path("ui"), ui(">=18"), on("03-01"));
    commitFiles(path("fixed"), using("^18.2.0"), on("03-05"));
    commitFiles(path("open"), { "package.json": `${using("^17.0.2")["package.json"]}\n` }, on("03-06"));
    commitFiles(path("ui"), manifest({ name: "@acme/ui" }), on("06-01"));
    const options = { ...PERIOD, withinDays: 30, jobs: 2, withSourceInterfaces: false, onProgress() {} };
    const found = await replay(join(team, "acme"), options);
    expect(summaryOf(found)).toEqual([
      "03-01 acme/fixed removed react ^17.0.2 next_run: confirmed, dropped 03-05, reverted 06-01",
      "03-01 acme/open removed react ^17.0.2 next_run: open, reverted 06-01",
    ]);
    expect(found.missed).toEqual([]);
  });
});

describe("artifacts of one repository", () => {
  const team = temporaryFolder();
  const path = (name: string): string => join(team, "acme", name);
  const options = { ...PERIOD, withinDays: 30, jobs: 2, withSourceInterfaces: false, onProgress() {} };

  it("are told apart in one file of a consumer", async () => {
    const module = (name: string, passed: string) =>
      `module "${name}" {\n  source = "github.com/acme/modules//${name}?ref=main"\n${passed}}\n`;
    createRepository(path("modules"), {
      "net/variables.tf": 'variable "size" {}\n',
      "disk/variables.tf": 'variable "size" {}\n',
    });
    git(path("modules"), "remote", "add", "origin", "https://github.com/acme/modules.git");
    const size = "  size = 1\n";
    createRepository(path("app"), { "main.tf": module("net", size) + module("disk", size) });
    createRepository(path("open"), { "main.tf": module("net", size) + module("disk", size) });
    commitFiles(path("modules"), { "net/variables.tf": 'variable "name" {}\n' }, on("03-01"));
    const named = '  name = "x"\n';
    commitFiles(path("app"), { "main.tf": module("net", named) + module("disk", size) }, on("03-05"));
    commitFiles(path("open"), { "main.tf": module("net", size) + module("disk", named) }, on("03-05"));
    expect(summaryOf(await replay(join(team, "acme"), options)).toSorted()).toEqual([
      "03-01 acme/app removed size next_run: confirmed, dropped 03-05",
      "03-01 acme/app required name next_run: confirmed, passed 03-05",
      "03-01 acme/open removed size next_run: open",
      "03-01 acme/open required name next_run: open",
    ]);
  });

  it("have parameters that a warning about their step covers", async () => {
    const step = "def call(Map config) {\n  echo config.skipUpgrade\n}\n";
    const pipeline = (name: string) => `node {\n  ${name}(skipUpgrade: true)\n}\n`;
    createRepository(join(team, "ci/library"), { "vars/oldTest.groovy": step });
    createRepository(join(team, "ci/app"), { Jenkinsfile: pipeline("oldTest") });
    // Another step, whose name only starts with that of the removed one.
    createRepository(join(team, "ci/iso"), { Jenkinsfile: pipeline("oldTestIso") });
    git(join(team, "ci/library"), "rm", "--quiet", "vars/oldTest.groovy");
    commitFiles(join(team, "ci/library"), { "vars/newTest.groovy": step }, on("03-01"));
    commitFiles(join(team, "ci/app"), { Jenkinsfile: "node {\n  newTest()\n}\n" }, on("03-05"));
    commitFiles(join(team, "ci/iso"), { Jenkinsfile: "node {\n  oldTestIso()\n}\n" }, on("03-05"));
    const { missed, ...found } = await replay(join(team, "ci"), options);
    expect(summaryOf({ missed, ...found })).toEqual([
      "03-01 ci/app renamed oldTest next_run: confirmed, removed 03-05",
    ]);
    expect(missed).toEqual([]);
  });
});
