import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it } from "vitest";
import { renderHelp } from "../command.ts";
import { colored } from "../output/note.ts";
import { builtCommand } from "../testing/built-command.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";
import { COMMANDS } from "./table.ts";

const folder = temporaryFolder();
const run = (...args: string[]) => runKnockon(args, { cwd: folder });

beforeAll(async () => {
  makeAcme(folder);
  await run("scan", "acme", "--json", "acme.json");
  const action = "runs:\n  using: composite\n  steps: []\n";
  createRepository(join(folder, "tools/actions"), { "setup/action.yml": action });
  await run("scan", "tools", "--json", "tools.json");
});

describe("help", () => {
  it("prints the same with help COMMAND and COMMAND --help, at most 100 characters wide", async () => {
    expect((await run("help", "graph")).stdout).toBe((await run("graph", "--help")).stdout);
    for (const { name, load } of COMMANDS) {
      const help = renderHelp(await load());
      expect(help).toMatch(new RegExp(`^Usage: knockon ${name}\\b`, "u"));
      for (const option of Object.keys((await load()).options)) expect(help).toContain(`--${option}`);
      expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
    }
  });

  it("suggests commands", async () => {
    expect((await run("help", "grpah")).stderr).toContain('Did you mean "graph"?');
    expect((await run("dependants", "x")).stderr).toContain('Did you mean "dependents"?');
  });
});

describe("--quiet", () => {
  it("leaves out the summary of a scan and notes", async () => {
    expect(await run("scan", "acme", "--quiet", "--json", "quiet.json")).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: "",
    });
    const unused = ["impact", "tools/actions", "--in", "tools.json", "--path", "absent"];
    expect((await run(...unused)).stderr).toContain("Nothing that Knockon knows");
    expect(await run(...unused, "-q")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await run("--quiet", ...unused)).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("keeps errors", async () => {
    expect((await run("scan", "absent", "--quiet")).stderr).toBe("knockon: absent does not exist.\n");
  });
});

describe("output files", () => {
  it("are opened before the work starts", async () => {
    const { exitCode, stderr } = await run("scan", "absent", "--json", "no/such/folder.json");
    expect([exitCode, stderr]).toEqual([
      2,
      'knockon: Can\'t open "no/such/folder.json": no such file or directory. The folder "no" does not exist.\n',
    ]);
    const check = ["check", "--in", "acme.json", "--repo", "absent", "--report", "junit=no/such.xml"];
    expect((await run(...check)).stderr).toContain('Can\'t open "no/such.xml"');
    const replay = [
      "replay",
      "absent",
      "--since",
      "2026-01-01",
      "--until",
      "2026-02-01",
      "--json",
      "no/r.json",
    ];
    expect((await run(...replay)).stderr).toContain('Can\'t open "no/r.json"');
  });

  it("keep their contents if the work fails, and have nothing else if it succeeds", async () => {
    const file = join(folder, "kept.json");
    writeFileSync(file, `"${"x".repeat(1_000_000)}"`);
    await run("scan", "absent", "--json", "kept.json");
    expect(readFileSync(file, "utf8")).toHaveLength(1_000_002);
    await run("scan", "acme", "--json", "kept.json");
    const withoutTimings = (text: string): string | undefined => text.split('"timings"')[0];
    expect(withoutTimings(readFileSync(file, "utf8"))).toBe(
      withoutTimings(readFileSync(join(folder, "acme.json"), "utf8")),
    );
  });

  it("can be a pipe", async () => {
    const command = await builtCommand();
    const { stdout } = spawnSync(
      "sh",
      ["-c", `"$0" "$1" scan acme --quiet --json /dev/stdout | cat`, process.execPath, command],
      { cwd: folder, encoding: "utf8" },
    );
    expect(JSON.parse(stdout)).toMatchObject({ format_version: 2 });
  });
});

it("prints bold text to a terminal, unless NO_COLOR is set", () => {
  const terminal = { isTTY: true } as const;
  expect(colored("a", terminal, {})).toBe("\u001b[1ma\u001b[22m");
  expect(colored("a", terminal, { NO_COLOR: "1" })).toBe("a");
  expect(colored("a", terminal, { TERM: "dumb" })).toBe("a");
  expect(colored("a", { isTTY: false }, {})).toBe("a");
});
