import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { reachableFolder } from "@knockon/acceptance/testing/local-process";
import { ROOT } from "@knockon/cli/build/bundle";
import { expect, it } from "vitest";
import { makeRelease } from "./make-release.ts";

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

interface Bill {
  components: { name: string; version: string; purl: string; hashes?: { content: string }[] }[];
  dependencies: { dependsOn: string[] }[];
}

it.runIf(process.env["KNOCKON_RELEASE"] === "all")(
  "makes every file of a release, with bills of what the bundles contain",
  { timeout: 180_000 },
  async () => {
    const folder = join(await reachableFolder(), "release");
    const names = await makeRelease(folder, () => {});
    expect(names).toEqual([
      "CHANGES.md",
      `knockon-${version}.cdx.json`,
      `knockon-${version}.tgz`,
      `knockon-chart-${version}.tgz`,
      `knockon-server-${version}.cdx.json`,
      `knockon-server-${version}.tar.gz`,
      "SHA256SUMS",
    ]);
    const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums.map((line) => line.split("  ")[1])).toEqual(names.slice(0, -1));
    for (const line of sums) {
      const [digest, name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ).toBe(digest);
    }
    expect(readFileSync(join(folder, "CHANGES.md"), "utf8")).toMatch(/^###? /mu);

    const list = async (archive: string): Promise<string[]> =>
      (await run("tar", ["-tzf", join(folder, archive)])).stdout.trim().split("\n");
    const root = `knockon-server-${version}`;
    expect(await list(`${root}.tar.gz`)).toEqual(
      expect.arrayContaining([`${root}/bin/knockon-server.js`, `${root}/application/index.html`]),
    );
    const chart = await list(`knockon-chart-${version}.tgz`);
    expect(chart).toEqual(expect.arrayContaining(["knockon/Chart.yaml", "knockon/values.schema.json"]));

    // Code of a package that is not in the bill would be in the bundle without its license, too.
    await run("tar", ["-xzf", join(folder, `${root}.tar.gz`), "-C", folder]);
    for (const [bill, expected] of [
      [root, ["drizzle-orm", "hono", "pg", "zod", "better-auth", "@aws-sdk/client-s3"]],
      [`knockon-${version}`, ["jsonc-parser", "yaml", "zod"]],
    ] as const) {
      const { components, dependencies } = JSON.parse(
        readFileSync(join(folder, `${bill}.cdx.json`), "utf8"),
      ) as Bill;
      const listed = components.map(({ name }) => name);
      expect(listed).toEqual(expect.arrayContaining([...expected]));
      expect(listed.filter((name) => /^(?:vitest|esbuild|oxlint|typescript)$/u.test(name))).toEqual([]);
      expect(dependencies[0]?.dependsOn).toEqual(components.map(({ purl }) => purl));
      expect(components.filter(({ hashes }) => hashes === undefined)).toEqual([]);
    }
  },
);
