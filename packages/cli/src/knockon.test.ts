import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runKnockon } from "./testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "./testing/temporary-organization.ts";

const folder = temporaryFolder();

describe("knockon", () => {
  it.each([[[]], [["--help"]], [["-h"]], [["help"]], [["scan", "--help"]], [["impact", "-h"]]])(
    "%j explains itself, with an example",
    async (args) => {
      const { exitCode, stdout, stderr } = await runKnockon(args);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Usage: knockon /u);
      expect(stdout).toMatch(/^Example: knockon /mu);
    },
  );

  it.each([
    [["scna"], "There is no command scna. See knockon --help."],
    [["constructor"], "There is no command constructor. See knockon --help."],
    [["scan", "--jsn", "f"], expect.stringMatching(/^Unknown option '--jsn'/u)],
  ])("%j is refused in one line", async (args, message) => {
    const { exitCode, stdout, stderr } = await runKnockon(args);
    expect([exitCode, stdout, stderr.slice("knockon: ".length, -1)]).toEqual([1, "", message]);
    expect(stderr).toMatch(/^knockon: [^\n]+\n$/u);
  });

  it("says in one line that a Node is too old for it", async () => {
    const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.11.0" } })`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
    expect(await runKnockon(["--help"], { flags })).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "knockon: Node 24 or newer is needed; this is 22.11.0.\n",
    });
  });

  it("keeps what it compiled in the user's cache, and does without where there can be none", async () => {
    await runKnockon(["--help"], { environment: { XDG_CACHE_HOME: join(folder, "cache") } });
    expect(readdirSync(join(folder, "cache", "knockon"))).toHaveLength(1);
    const { exitCode, stderr } = await runKnockon(["--help"], {
      environment: { XDG_CACHE_HOME: "/dev/null" },
    });
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  it("needs neither the domain, nor Postgres, nor the HTTP framework, in any of its threads", async () => {
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
    await runKnockon(["scan", makeAcme(folder), "--json", report], { flags });
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
