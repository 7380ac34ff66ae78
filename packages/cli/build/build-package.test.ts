import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { commitFiles } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { beforeAll, describe, expect, it } from "vitest";
import { runKnockon, SOURCE_COMMAND, WITHOUT_CACHE } from "../src/testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../src/testing/temporary-organization.ts";
import { buildPackage } from "./build-package.ts";

/** Runs the installed command. CI also runs the suite with the oldest supported version. */
const NODE = process.env["KNOCKON_NODE"] ?? process.execPath;

const folder = temporaryFolder();
const installed = join(folder, "app/node_modules/knockon");

const run = (args: string[], flags: string[] = []) =>
  runKnockon(args, {
    cwd: folder,
    command: join(installed, "bin/knockon.js"),
    environment: WITHOUT_CACHE,
    node: NODE,
    flags,
  });

const bytesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Returns the sizes of the modules that a command loads in the main thread. */
async function loadedModules(args: string[]): Promise<number[]> {
  const record = join(folder, `modules-${args.join("-").replaceAll("/", "")}`);
  const hooks = `
    import { appendFileSync } from "node:fs";
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, nextLoad) {
        if (url.startsWith("file:")) appendFileSync(${JSON.stringify(record)}, new URL(url).pathname + "\\n");
        return nextLoad(url, context);
      },
    });`;
  await run(args, ["--import", `data:text/javascript,${encodeURIComponent(hooks)}`]);
  const paths = readFileSync(record, "utf8").trim().split("\n");
  return paths.map((path) => statSync(path).size);
}

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** Returns the names of a module in `lib` and of all that it loads. */
function namesFrom(name: string, known = new Set([name])): Set<string> {
  const text = readFileSync(join(installed, "lib", name), "utf8");
  for (const [, loaded = ""] of text.matchAll(/require\("\.\/([^"]+)"\)/gu)) {
    if (!known.has(loaded)) namesFrom(loaded, known.add(loaded));
  }
  return known;
}

beforeAll(async () => {
  const tarball = await buildPackage(folder);
  const options = ["--offline", "--no-audit", "--no-fund", "--prefix", join(folder, "app")];
  execFileSync("npm", ["install", ...options, tarball], {
    env: { ...process.env, npm_config_cache: join(folder, "npm-cache") },
  });
  makeAcme(folder);
}, 120_000);

describe("the npm package", () => {
  it("installs offline, without dependencies or scripts", () => {
    expect(readdirSync(join(folder, "app/node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "knockon",
    ]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as object;
    expect(Object.keys(manifest)).not.toContain("scripts");
    expect(bytesIn(installed)).toBeLessThan(4_000_000);
  });

  it("has the licenses of the packages that it contains", () => {
    const text = readFileSync(join(installed, "THIRD-PARTY.md"), "utf8");
    const headings = text.match(/^## \S+/gmu);
    expect(headings).toEqual(expect.arrayContaining(["## jsonc-parser", "## yaml", "## zod"]));
    expect(text.match(/^(?:MIT|ISC|.*copyright|.*apache license)/gimu)?.length).toBeGreaterThanOrEqual(
      headings?.length ?? Infinity,
    );
  });

  it("prints its version, as the sources do", async () => {
    const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      version: string;
    };
    const expected = { exitCode: 0, stdout: `${version}\n`, stderr: "" };
    expect(await run(["--version"])).toEqual(expected);
    expect(await runKnockon(["-V"], { command: SOURCE_COMMAND })).toEqual(expected);
  });

  it("fails if a command ends without a result", async () => {
    const code = `import fs from "node:fs/promises"; fs.readFile = () => new Promise(() => {});`;
    const flags = ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
    expect(await run(["--version"], flags)).toMatchObject({ exitCode: 13, stdout: "" });
  });

  it("scans and answers as the sources do", async () => {
    const commands = [
      ["scan", "acme", "--json", "acme.json", "--jobs", "1"],
      ["impact", "acme/base-image", "--in", "acme.json"],
      ["check", "--in", "acme.json", "--repo", "acme/base-image"],
      ["replay", "acme/base-image", "--since", "2020-01-01", "--until", "2027-01-01", "--jobs", "1"],
      ["problems", "--in", "acme.json"],
    ];
    commitFiles(join(folder, "acme/base-image"), { Dockerfile: "ARG SUITE\nFROM debian:$SUITE\n" });
    const sources = { cwd: folder, command: SOURCE_COMMAND, environment: WITHOUT_CACHE };
    for (const command of commands) {
      const expected = await runKnockon(command, sources);
      expect(expected.stdout).not.toBe("");
      expect(await run(command)).toEqual(expected);
    }
  });

  it("loads little for --help, and few files without a parser to answer from a report", async () => {
    expect(sumOf(await loadedModules(["--help"]))).toBeLessThan(15_000);
    await run(["scan", "acme", "--json", "acme.json"]);
    const loaded = await loadedModules(["impact", "acme/base-image", "--in", "acme.json"]);
    expect(sumOf(loaded)).toBeLessThan(250_000);
    expect(loaded.length).toBeLessThan(10);
  });

  it("loads no code of the commands into the threads that extract", () => {
    for (const thread of ["worker.js", "formats-worker.js"]) {
      const names = [...namesFrom(thread)].map((name) => name.replace(/-.*/u, ""));
      expect(names).toContain("registry");
      expect(names).not.toContain("start");
      expect(names).not.toContain("report");
    }
  });
});
