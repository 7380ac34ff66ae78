import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle, ROOT } from "@knockon/cli/build/bundle";
import { renderThirdParty } from "@knockon/cli/build/third-party";
import { buildApplication } from "@knockon/web/build";
import type { Plugin } from "rolldown";

/** The version of Node.js in the image. */
const NODE = 24;

/**
 * Builds the server for installation without a clone: one folder with its code, the application, the migrations and the examples.
 * Nothing is left to install but Node.js and git. Returns the paths of what was bundled.
 */
export async function buildServer(outFolder: string, say: (line: string) => void): Promise<string[]> {
  await buildApplication(say);
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const sources = await bundle({
    entryPoints: { "bin/knockon-server": join(ROOT, "packages/functions/src/local.ts") },
    outFolder,
    minNode: NODE,
    format: "esm",
    plugins: [archiveLayout()],
  });
  const copies = [
    ["packages/web/dist", "application"],
    ["packages/db/migrations", "migrations"],
    ["examples", "examples"],
  ] as const;
  for (const [from, to] of copies) {
    await cp(join(ROOT, from), join(outFolder, to), { recursive: true, filter: isNeeded });
  }
  await writeFile(join(outFolder, "THIRD-PARTY.md"), await renderThirdParty(sources));
  await writeFile(join(outFolder, "package.json"), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
  return sources;
}

/** The hash of the application's sources and the snapshots of the schema are for development. */
const isNeeded = (path: string): boolean =>
  !path.endsWith("/.built-from") && !path.endsWith("_snapshot.json");

async function manifest() {
  const { version, license } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    version: string;
    license: string;
  };
  return {
    name: "knockon-server",
    version,
    private: true,
    license,
    type: "module",
    bin: { "knockon-server": "bin/knockon-server.js" },
    engines: { node: `>=${NODE}` },
  };
}

/** Replaces distribution.ts. Chunks are in `lib`. A chunk's folder may be read-only; then nothing is cached. */
const archiveLayout = (): Plugin => ({
  name: "archive-layout",
  load: {
    filter: { id: /[\\/]local[\\/]distribution\.ts$/ },
    handler: () => ({
      code: `
        import { join } from "node:path";
        const path = (name) => join(import.meta.dirname, name);
        export const COMMAND = "knockon-server";
        export const APPLICATION_FOLDER = path("../application");
        export const EXAMPLES_FOLDER = path("../examples");
        export const COMPILE_CACHE = path("../cache/compiled");`,
      moduleType: "js",
    }),
  },
});
