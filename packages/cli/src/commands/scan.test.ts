import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
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
  output = await runKnockon(["scan", acme, "--json", "-", "--jobs", "1"], { cwd: folder });
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
      "artifacts compositions declarations edges format_version repositories timings",
    );
    expect(report.format_version).toBe(2);
    expect(report.repositories.map(keysOf)).toEqual(
      report.repositories.map(() => "clone_url commit_sha full_path problems status"),
    );
    expect(report.artifacts.map(keysOf)).toEqual(
      report.artifacts.map(() => "artifact_type name source_repository version"),
    );
    expect(report.declarations.map(keysOf)).toEqual(
      report.declarations.map(
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
    expect(await bytesOf(acme, "--jobs", "7")).toBe(expected);
  });

  it("has the same bytes for a listing file of the same repositories", async () => {
    const lines = report.repositories
      .toReversed()
      .map(({ full_path }) => JSON.stringify({ full_path, path: full_path }));
    writeFileSync(join(folder, "acme.jsonl"), `${lines.join("\n")}\n`);
    expect(await bytesOf("acme.jsonl")).toBe(withoutTimings(output.stdout));
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
      exitCode: 1,
      stdout: "",
      stderr: `knockon: faulty.json: ${message}\n`,
    });
  });

  it("accepts the example in --help", async () => {
    const { stdout } = await runKnockon(["scan", "--help"]);
    const [, example = ""] = stdout.split("patterns.json:\n");
    write("example.json", example);
    expect((await runKnockon(["scan", acme, "--patterns", join(folder, "example.json")])).exitCode).toBe(0);
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
    [["scan", "nothing"], "There is no git repository in nothing."],
    [["scan", "acme", "--jobs", "0"], 'Invalid --jobs "0". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--jobs", "1e1"], 'Invalid --jobs "1e1". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--jobs", ""], 'Invalid --jobs "". Use a whole number from 1 to 64.'],
    [["scan", "acme", "--json"], 'Option "--json" needs a value. Run "knockon scan --help" for usage.'],
    [
      ["scan", "acme", "--json", "no/such/folder.json"],
      'Can\'t open "no/such/folder.json": no such file or directory.',
    ],
    [["scan", "list.jsonl"], "list.jsonl:1: this is not JSON."],
  ])("rejects %j with a one-line error", async (args, message) => {
    expect(await runKnockon(args, { cwd: folder })).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `knockon: ${message}\n`,
    });
  });
});
