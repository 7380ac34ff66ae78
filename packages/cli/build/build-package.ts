import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle, ROOT } from "./bundle.ts";
import { renderThirdParty } from "./third-party.ts";

const CLI = join(ROOT, "packages/cli");
/** Tested in CI, as is the current version. */
const MIN_NODE = 22;

/**
 * What is loaded together, by chunk: what the extraction threads need too, what every call needs, what every command needs, and what an
 * answer from a report needs. Opening a file takes longer than reading code that is not used. No module may run something when it is loaded.
 */
const CHUNKS = {
  basics:
    /extract[\\/]src[\\/](?:codeowners[\\/]find-owners|git-url|scope|version)\.ts$|contract[\\/]src[\\/]vocabulary[\\/]role\.ts$/u,
  start: /cli[\\/]src[\\/]knockon\.ts$/u,
  command: /cli[\\/]src[\\/](?:command|commands[\\/](?:options|source))\.ts$/u,
  report:
    /cli[\\/]src[\\/](?:commands[\\/]impact|offline[\\/]offline-impact|output[\\/]render-impact|service[\\/]open-answers)\.ts$/u,
};

/** Builds the npm package of the command line in `<outFolder>/cli`, and packs it. Returns the path of the tarball. */
export async function buildPackage(outFolder: string): Promise<string> {
  const folder = join(outFolder, "cli");
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sources = await bundleCommand(folder);
  await writeFile(join(folder, "THIRD-PARTY.md"), await renderThirdParty(sources));
  await writeFile(join(folder, "package.json"), `${JSON.stringify(await describePackage(), undefined, 2)}\n`);
  await copyFile(join(CLI, "README.md"), join(folder, "README.md"));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--silent", "--pack-destination", outFolder], {
    cwd: folder,
  });
  return join(outFolder, stdout.trim());
}

/** Bundles the command into `<folder>/bin/knockon.js`. Returns the paths of what was bundled. */
export async function bundleCommand(folder: string): Promise<string[]> {
  const sources = await bundle({
    entryPoints: { "bin/knockon": join(CLI, "bin/knockon.js") },
    outFolder: folder,
    minNode: MIN_NODE,
    format: "cjs",
    chunks: CHUNKS,
  });
  await chmod(join(folder, "bin/knockon.js"), 0o755);
  return sources;
}

/** Nothing is left to install: all dependencies are bundled. */
async function describePackage() {
  const { version } = await readManifest(CLI);
  const { description, license } = await readManifest(ROOT);
  return {
    name: "knockon",
    version,
    description,
    license,
    type: "commonjs",
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
