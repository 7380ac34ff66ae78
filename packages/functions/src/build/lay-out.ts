import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { BuildResult, Metafile } from "esbuild";
import { packagesIn } from "./packages-in.ts";

type BuildInMemory = BuildResult<{ metafile: true; write: false }>;

/** What a function is deployed with. */
export interface Bundle {
  bytes: number;
  /** The npm packages that it holds code of. */
  packages: string[];
}

/** Gives each entry of a build its own folder. Returns the bundles by the entries' names. */
export async function layOut(
  built: BuildInMemory,
  names: string[],
  folder: string,
): Promise<Map<string, Bundle>> {
  await rm(folder, { recursive: true, force: true });
  const bundles = new Map<string, Bundle>();
  for (const name of names) {
    const entry = join(folder, `${name}.mjs`);
    const reached = reachableFrom(entry, built.metafile);
    const files = built.outputFiles.filter(({ path }) => reached.has(path));
    await mkdir(join(folder, name), { recursive: true });
    for (const { path, contents } of files) {
      await writeFile(join(folder, name, path === entry ? "index.mjs" : basename(path)), contents);
    }
    bundles.set(name, {
      bytes: files.reduce((sum, { contents }) => sum + contents.byteLength, 0),
      packages: packagesIn(built.metafile, reached),
    });
  }
  return bundles;
}

/** The entry and every file that it loads, such as that of a thread. */
function reachableFrom(entry: string, { outputs }: Metafile): Set<string> {
  const imports = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output.imports]));
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const imported of imports.get(path) ?? []) {
      if (imported.external !== true) reached.add(resolve(imported.path));
    }
  }
  return reached;
}
