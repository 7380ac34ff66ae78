import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runKnockon as run, SOURCE_COMMAND, WITHOUT_CACHE } from "./testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "./testing/temporary-organization.ts";

const folder = temporaryFolder();

/** Runs the sources: the built command has no modules that could be told apart. */
const runKnockon: typeof run = (args, options) => run(args, { command: SOURCE_COMMAND, ...options });

describe("knockon", () => {
  it.each([[[]], [["--help"]], [["-h"]], [["help"]], [["scan", "--help"]], [["impact", "-h"]]])(
    "%j prints help with an example",
    async (args) => {
      const { exitCode, stdout, stderr } = await runKnockon(args);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Usage: knockon /u);
      expect(stdout).toMatch(/^Examples:\n {2}knockon /mu);
    },
  );

  it.each([
    [["scna"], 'Unknown command "scna". Did you mean "scan"? Run "knockon --help" for usage.'],
    [["constructor"], 'Unknown command "constructor". Run "knockon --help" for usage.'],
    [
      ["scan", "--jsn", "f"],
      'Unknown option "--jsn". Did you mean "--json"? Run "knockon scan --help" for usage.',
    ],
    [["scan", "-x"], 'Unknown option "-x". Run "knockon scan --help" for usage.'],
    [["scan", "--help=no"], 'Option "--help" doesn\'t take a value. Run "knockon scan --help" for usage.'],
  ])("rejects %j with a one-line error", async (args, message) => {
    const { exitCode, stdout, stderr } = await runKnockon(args);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `knockon: ${message}\n`,
    });
  });

  it("prints a one-line error if Node.js is too old", async () => {
    const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.11.0" } })`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
    expect(await runKnockon(["--help"], { flags })).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "knockon: Node.js 24 or later is required. Found 22.11.0.\n",
    });
  });

  it("does not exit with 1, as for a break, after an internal error", async () => {
    const code = `
      import fs from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      fs.readFile = async () => { throw new TypeError("broken"); };
      syncBuiltinESMExports();`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
    const { exitCode, stdout, stderr } = await runKnockon(["--version"], { flags });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(/^TypeError: broken\n +at /u);
  });

  it("caches compiled code in the user's cache folder, and works without one", async () => {
    const defaults = { NODE_COMPILE_CACHE: "", KNOCKON_CACHE_DIR: "" };
    const caches = join(folder, "cache");
    await runKnockon(["--help"], { environment: { ...defaults, XDG_CACHE_HOME: caches } });
    expect(readdirSync(join(caches, "knockon"))).toHaveLength(1);
    await runKnockon(["--help"], { environment: { ...defaults, KNOCKON_CACHE_DIR: join(caches, "own") } });
    expect(readdirSync(join(caches, "own"))).toHaveLength(1);
    const { exitCode, stderr } = await runKnockon(["--help"], {
      environment: { ...defaults, XDG_CACHE_HOME: "/dev/null" },
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  it("loads neither the domain, Postgres nor the HTTP framework in any thread", async () => {
    const record = join(folder, "modules");
    const hooks = `
      import { appendFileSync } from "node:fs";
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, nextLoad) {
          if (url.startsWith("file:")) appendFileSync(${JSON.stringify(record)}, new URL(url).pathname + "\\n");
          return nextLoad(url, context);
        },
      });`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`];
    const report = join(folder, "acme.json");
    await runKnockon(["scan", makeAcme(folder), "--json", report], { flags, environment: WITHOUT_CACHE });
    await runKnockon(["impact", "acme/api", "--in", report], { flags });
    const modules = [...new Set(readFileSync(record, "utf8").trim().split("\n"))];
    const within = (part: string) => modules.filter((path) => path.includes(part));
    expect(within("/packages/extract/src/ecosystems/")).not.toEqual([]);
    expect(within("/packages/extract/src/isolate/worker.ts")).toHaveLength(1);
    expect(["core", "db", "api", "functions"].flatMap((name) => within(`/packages/${name}/`))).toEqual([
      expect.stringMatching(/\/packages\/core\/src\/ports\/git-host\.ts$/u),
    ]);
    expect(
      modules.filter((path) =>
        /\/node_modules\/(?:pg|drizzle-orm|hono|@hono|@neondatabase|@aws-sdk)\//u.test(path),
      ),
    ).toEqual([]);
  });
});
