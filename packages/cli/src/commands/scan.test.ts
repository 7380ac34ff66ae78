import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository, git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../offline/report.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();
const acme = makeAcme(folder);

async function scan(path: string, ...options: string[]): Promise<Report> {
  const { exitCode, stdout, stderr } = await runKnockon(["scan", path, "--json", "-", ...options], {
    cwd: folder,
  });
  expect([exitCode, stderr.startsWith("Repositories")]).toEqual([0, true]);
  return JSON.parse(stdout) as Report;
}

/** The output for the organization, scanned with one job. */
let output: Awaited<ReturnType<typeof runKnockon>>;
/** Its report. */
let report: Report;
beforeAll(async () => {
  output = await runKnockon(["scan", acme, "--json", "-", "--jobs", "1", "--no-cache"], { cwd: folder });
  report = JSON.parse(output.stdout) as Report;
});

const withoutTimings = (json: string): string => json.slice(0, json.indexOf(' "timings"'));

/** The bytes of a report without its timings. */
async function bytesOf(path: string, ...options: string[]): Promise<string> {
  const { stdout } = await runKnockon(["scan", path, "--json", "-", ...options], { cwd: folder });
  return withoutTimings(stdout);
}

const keysOf = (value: object | undefined) => Object.keys(value ?? {}).join(" ");

describe("knockon scan", () => {
  it("prints a summary", async () => {
    const { exitCode, stdout, stderr } = await runKnockon(["scan", acme]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`Repositories   7  1 failed
Declarations   5
Edges          3
Unresolved     0
External       2
Problems       2
Files read     7
Files skipped  2  1 vendored, 1 binary

Declarations by ecosystem
docker  5

Most dependents
acme/base-image  2
acme/api         1

Problems
acme/broken  package.json:3  invalid_syntax  npm: Invalid JSON: ValueExpected.
acme/lost                    unreadable      not a tree object
`);
  });

  it('prints "none" for an empty section', async () => {
    const { exitCode, stdout } = await runKnockon(["scan", join(acme, "empty")]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Most dependents\nnone\n");
  });
});

describe("knockon scan --json", () => {
  it("has exactly the documented keys, and the summary goes to standard error", () => {
    expect([output.exitCode, output.stderr.startsWith("Repositories")]).toEqual([0, true]);
    expect(keysOf(report)).toBe(
      "artifact_files artifacts compositions declarations edges format_version interfaces repositories timings index",
    );
    expect(report.format_version).toBe(2);
    expect(report.repositories.map(keysOf)).toEqual(
      report.repositories.map(() => "clone_url commit_sha full_path problems status tags"),
    );
    expect(report.artifacts.map(keysOf)).toEqual(
      report.artifacts.map(() => "artifact_type name source_repository version"),
    );
    // Only declarations with a target have arguments, and only where they are read.
    const declared = report.declarations.map(
      ({ arguments: _passed, open_arguments: _open, ...rest }) => rest,
    );
    expect(declared.map(keysOf)).toEqual(
      declared.map(
        () =>
          "artifact confidence dependency_type ecosystem evidence locked raw_reference reason repository role scope " +
          "source_file source_line target_repository target_scope version_comment version_constraint " +
          "version_constraint_state versioning",
      ),
    );
    expect(report.compositions.map(keysOf)).toEqual(report.compositions.map(() => "inner outer repository"));
    expect(report.edges.map(keysOf)).toEqual(
      report.edges.map(() => "confidence dependency_type source target version_constraint"),
    );
    expect(keysOf(report.repositories.flatMap(({ problems }) => problems)[0])).toBe("code file line message");
    expect(keysOf(report.declarations[0]?.evidence)).toBe("class rule");
  });

  it("identifies repositories by path and removes credentials from clone URLs", () => {
    const { repositories } = report;
    expect(repositories.map(({ full_path, clone_url, status }) => [full_path, clone_url, status])).toEqual(
      [
        ["api", "scanned"],
        ["base-image", "scanned"],
        ["broken", "scanned"],
        ["deploy", "scanned"],
        ["empty", "skipped"],
        ["lost", "failed"],
        ["web", "scanned"],
      ].map(([name, status]) => [`acme/${name}`, `https://github.com/acme/${name}.git`, status]),
    );
    expect(repositories.map(({ commit_sha }) => commit_sha?.length ?? 0)).toEqual([
      40, 40, 40, 40, 0, 40, 40,
    ]);
  });

  it("reports unreadable files and repositories and continues", () => {
    const { repositories } = report;
    expect(
      repositories.filter(({ problems }) => problems.length > 0).map(({ problems }) => problems),
    ).toEqual([
      [
        {
          file: "package.json",
          line: 3,
          code: "invalid_syntax",
          message: expect.stringContaining("Invalid JSON"),
        },
      ],
      [{ file: null, line: null, code: "unreadable", message: "not a tree object" }],
    ]);
  });

  it("lists every declaration with its producer or the reason for having none", () => {
    const { declarations, edges } = report;
    expect(
      declarations.map((one) => [one.repository, one.raw_reference, one.target_repository, one.reason]),
    ).toEqual([
      ["acme/api", "ghcr.io/acme/base-image:1.1.0", "acme/base-image", null],
      ["acme/base-image", "debian:12", null, "external"],
      ["acme/deploy", "ghcr.io/acme/api:latest", "acme/api", null],
      ["acme/web", "node:22", null, "external"],
      ["acme/web", "ghcr.io/acme/base-image", "acme/base-image", null],
    ]);
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      ["acme/api", "acme/base-image"],
      ["acme/deploy", "acme/api"],
      ["acme/web", "acme/base-image"],
    ]);
  });

  it("has the same bytes for every spelling and location of PATH and any number of jobs", async () => {
    symlinkSync(acme, join(folder, "link"));
    cpSync(acme, join(folder, "elsewhere"), { recursive: true });
    const expected = withoutTimings(output.stdout);
    expect(expected).toContain('"full_path": "acme/web"');
    const spellings = ["acme", "./acme/", "../" + folder.split("/").at(-1) + "/acme", "link", "elsewhere"];
    for (const path of spellings) expect(await bytesOf(path, "--jobs", "1")).toBe(expected);
    expect(await bytesOf(acme, "--jobs", "3", "--no-cache")).toBe(expected);
  });

  it("has the same bytes for a listing file of the same repositories", async () => {
    const lines = report.repositories
      .toReversed()
      .map(({ full_path }) => JSON.stringify({ full_path, path: full_path }));
    writeFileSync(join(folder, "acme.jsonl"), `${lines.join("\n")}\n`);
    expect(await bytesOf("acme.jsonl", "--jobs", "1")).toBe(withoutTimings(output.stdout));
    const piped = { cwd: folder, input: lines.join("\n") };
    const { stdout } = await runKnockon(["scan", "-", "--json", "-"], piped);
    expect(withoutTimings(stdout)).toBe(withoutTimings(output.stdout));
  });

  it("names the line of a faulty listing on standard input", async () => {
    const scanPiped = (input: string, ...args: string[]) =>
      runKnockon(["scan", "-", ...args], { cwd: folder, input });
    expect(await scanPiped('\n{"path": 1}\n')).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: 'knockon: standard input:2: "path" must be a string.\n',
    });
    expect((await scanPiped("")).stderr).toBe(
      "knockon: There is no git repository in standard input. Use the folder that contains your clones, or a listing file.\n",
    );
    expect((await scanPiped("", "--patterns", "-")).stderr).toMatch(
      /^knockon: PATH and --patterns can't both/u,
    );
  });

  it("is written to a file while the summary goes to standard output", async () => {
    const { stdout } = await runKnockon(["scan", acme, "--json", "acme.json"], { cwd: folder });
    expect(stdout).toMatch(/^Repositories {3}7/u);
    const written = readFileSync(join(folder, "acme.json"), "utf8");
    expect(withoutTimings(written)).toBe(withoutTimings(output.stdout));
  });
});

describe("knockon scan --patterns", () => {
  const write = (file: string, patterns: unknown) =>
    writeFileSync(join(folder, file), typeof patterns === "string" ? patterns : JSON.stringify(patterns));
  const PATTERN = {
    name: "part_of",
    pattern: "part of (?P<name>[a-z-]+)",
    artifact_type: "git_repository",
    path: "^parts/",
  };

  it("also finds declarations that match the patterns", async () => {
    createRepository(join(folder, "parts/acme/base"), { README: "" });
    createRepository(join(folder, "parts/acme/app"), {
      "parts/list": "\npart of base\n",
      other: "part of base\n",
    });
    write("patterns.json", [PATTERN]);
    const { declarations } = await scan(join(folder, "parts"), "--patterns", "patterns.json");
    expect(declarations).toMatchObject([
      {
        repository: "acme/app",
        source_file: "parts/list",
        source_line: 2,
        target_repository: "acme/base",
        evidence: { rule: "references.pattern_part_of" },
      },
    ]);
  });

  it.each([
    ["[", "Invalid JSON."],
    [{}, "Invalid input: expected array, received object"],
    [
      [PATTERN, { ...PATTERN, name: "b", pattern: "(" }],
      "entry 2: pattern: error parsing regexp: missing closing ): `(`",
    ],
    [
      [{ ...PATTERN, path: undefined, pattern: "a" }],
      'entry 1: pattern: Missing a group named "name": (?P<name>…).',
    ],
    [[PATTERN, PATTERN], "entry 2: name: Another pattern has this name."],
  ])("rejects %j and names the entry", async (patterns, message) => {
    write("faulty.json", patterns);
    expect(await runKnockon(["scan", "acme", "--patterns", "faulty.json"], { cwd: folder })).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `knockon: faulty.json: ${message}\n`,
    });
  });

  it("accepts the example in --help", async () => {
    const { stdout } = await runKnockon(["scan", "--help"]);
    const [, example = ""] = stdout.split(/patterns\.json:\n|\n\nExamples/u);
    write("example.json", example);
    expect((await runKnockon(["scan", acme, "--patterns", join(folder, "example.json")])).exitCode).toBe(0);
  });
});

describe("knockon scan of a folder with faults", () => {
  it("scans the rest and prints warnings", async () => {
    const faulty = join(folder, "faulty");
    const web = createRepository(join(faulty, "acme/web"), { Dockerfile: "FROM acme/base\n" });
    git(web, "worktree", "add", "--quiet", join(faulty, "review"));
    git(web, "config", "remote.origin.url", "https://github.com/acme/web.git");
    createRepository(join(faulty, "tools/\u001b[31mred"), { README: "" });
    const listing = [
      { path: "acme/web" },
      { path: "review" },
      { path: "gone", full_path: "acme/gone" },
      { path: "tools/\u001b[31mred", clone_url: "/srv/git/red.git" },
    ];
    writeFileSync(join(faulty, "list.jsonl"), listing.map((line) => JSON.stringify(line)).join("\n"));
    const { exitCode, stdout } = await runKnockon(["scan", "list.jsonl", "--json", "report.json"], {
      cwd: faulty,
    });
    expect(exitCode).toBe(0);
    const [, warnings = ""] = stdout.split("Warnings\n");
    expect(warnings.split("\n")).toEqual([
      `list.jsonl:3: there is no git repository at ${join(faulty, "gone")}. Correct "path" or remove the line.`,
      `acme/web: only ${join(faulty, "acme/web")} is scanned, not its other clones and worktrees ${join(faulty, "review")}. To scan another one, list it in a listing file.`,
      `Named after their folders, because they have no clone URL: tools/\\u{1b}[31mred. References to their URLs are not found. Set remote.origin.url, or "clone_url" in a listing file.`,
      "",
    ]);
    const written = JSON.parse(readFileSync(join(faulty, "report.json"), "utf8")) as Report;
    expect(written.warnings).toHaveLength(3);
    expect(written.repositories.map((one) => [one.full_path, one.clone_url])).toEqual([
      ["acme/web", "https://github.com/acme/web.git"],
      ["tools/\u001b[31mred", null],
    ]);
  });

  it("lists at most ten problems in the summary and all of them with knockon problems", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`${index + 10}\u202e/package.json`, "{,"]),
    );
    createRepository(join(folder, "broken/acme/app"), files);
    const { stdout } = await runKnockon(["scan", "broken", "--json", "broken.json"], { cwd: folder });
    expect(stdout.match(/package\.json:1/gu)).toHaveLength(10);
    expect(stdout).toContain("acme/app  10\\u{202e}/package.json:1  invalid_syntax  npm: Invalid JSON");
    expect(stdout).toContain('2 more. See "knockon problems --in FILE"');
    const listed = await runKnockon(["problems", "--in", "broken.json"], { cwd: folder });
    expect(listed.stdout.match(/package\.json:1/gu)).toHaveLength(12);
    const json = await runKnockon(["problems", "--in", "broken.json", "--json"], { cwd: folder });
    expect(JSON.parse(json.stdout)).toMatchObject(
      Object.keys(files).map((file) => ({ repository: "acme/app", file, line: 1, code: "invalid_syntax" })),
    );
  });

  it.each([
    [
      ["problems"],
      'Use --in FILE or --url URL, or set KNOCKON_URL. Run "knockon problems --help" for usage.',
    ],
    [
      ["problems", "x", "--in", "broken.json"],
      'Unexpected argument "x". Run "knockon problems --help" for usage.',
    ],
  ])("rejects %j", async (args, message) => {
    const { exitCode, stderr } = await runKnockon(args, { cwd: folder });
    expect([exitCode, stderr]).toEqual([2, `knockon: ${message}\n`]);
  });

  it("prints that there are no problems", async () => {
    await runKnockon(["scan", join(acme, "web"), "--json", "web.json"], { cwd: folder });
    expect((await runKnockon(["problems", "--in", "web.json"], { cwd: folder })).stdout).toBe(
      "No problems.\n",
    );
  });
});

describe("knockon scan errors", () => {
  beforeAll(() => {
    mkdirSync(join(folder, "nothing/here"), { recursive: true });
    writeFileSync(join(folder, "list.jsonl"), "acme/api\n");
  });

  it.each([
    [["scan"], 'Missing PATH. Run "knockon scan --help" for usage.'],
    [["scan", "a", "b"], 'Unexpected argument "b". Run "knockon scan --help" for usage.'],
    [["scan", "absent"], "absent does not exist."],
    [
      ["scan", "nothing"],
      "There is no git repository in nothing. Use the folder that contains your clones, or a listing file.",
    ],
    [["scan", "acme", "--jobs", "0"], 'Invalid --jobs "0". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--jobs", "1e1"], 'Invalid --jobs "1e1". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--jobs", ""], 'Invalid --jobs "". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--json"], 'Option "--json" needs a value. Run "knockon scan --help" for usage.'],
    [
      ["scan", "acme", "--json", "no/such/folder.json"],
      'Can\'t open "no/such/folder.json": no such file or directory. The folder "no" does not exist.',
    ],
    [["scan", "list.jsonl"], "list.jsonl:1: this is not JSON."],
  ])("rejects %j with a one-line error", async (args, message) => {
    expect(await runKnockon(args, { cwd: folder })).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `knockon: ${message}\n`,
    });
  });
});
