import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { BuildResult, Metafile } from "esbuild";

type SplitBuild = BuildResult<{ metafile: true; write: false }>;

/** Gives each entry of a split build its own folder. Returns the folders' sizes in bytes by the entries' names. */
export async function layOut(
  built: SplitBuild,
  names: string[],
  folder: string,
): Promise<Map<string, number>> {
  await rm(folder, { recursive: true, force: true });
  const sizes = new Map<string, number>();
  for (const name of names) {
    const entry = join(folder, `${name}.mjs`);
    const reached = reachableFrom(entry, built.metafile);
    const files = built.outputFiles.filter(({ path }) => reached.has(path));
    await mkdir(join(folder, name), { recursive: true });
    for (const { path, contents } of files) {
      await writeFile(join(folder, name, path === entry ? "index.mjs" : basename(path)), contents);
    }
    sizes.set(
      name,
      files.reduce((sum, { contents }) => sum + contents.byteLength, 0),
    );
  }
  return sizes;
}

/** The entry and every file that it loads, at once or later. */
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
