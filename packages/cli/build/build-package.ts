import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";
import { bundle, ROOT } from "./bundle.ts";
import { renderThirdParty } from "./third-party.ts";

const CLI = join(ROOT, "packages/cli");
/** Tested in CI, as is the current version. */
const MIN_NODE = 22;

/** Builds the npm package of the command line in `<outFolder>/cli`, and packs it. Returns the path of the tarball. */
export async function buildPackage(outFolder: string): Promise<string> {
  const folder = join(outFolder, "cli");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const metafile = await bundleCommand(folder);
  await writeFile(join(folder, "THIRD-PARTY.md"), await renderThirdParty(metafile));
  await writeFile(join(folder, "package.json"), `${JSON.stringify(await describePackage(), undefined, 2)}\n`);
  await copyFile(join(CLI, "README.md"), join(folder, "README.md"));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", outFolder], {
    cwd: folder,
  });
  return join(outFolder, stdout.trim());
}

/** Bundles the command into `<folder>/bin/knockon.js`. Returns esbuild's list of what was bundled. */
export const bundleCommand = (folder: string): Promise<Metafile> =>
  bundle({
    entryPoints: { "bin/knockon": join(CLI, "bin/knockon.js") },
    outFolder: folder,
    minNode: MIN_NODE,
  });

/** Nothing is left to install: all dependencies are bundled. */
async function describePackage() {
  const { version } = await readManifest(CLI);
  const { description, license } = await readManifest(ROOT);
  return {
    name: "knockon",
    version,
    description,
    license,
    type: "module",
    bin: { knockon: "bin/knockon.js" },
    files: ["bin", "lib", "THIRD-PARTY.md"],
    engines: { node: `>=${MIN_NODE}` },
  };
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    version: string;
    description?: string;
    license?: string;
  };
