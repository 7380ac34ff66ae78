import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { BuildResult, Metafile } from "esbuild";

type BuildInMemory = BuildResult<{ metafile: true; write: false }>;

/** Size and contents of a deployed function. */
export interface Bundle {
  bytes: number;
  /** The npm packages whose code it contains. */
  packages: string[];
}

/** Writes each entry of a build to its own folder. Returns the bundles by entry name. */
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

/** Returns the entry and every file it loads, such as a worker thread's. */
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

/** `…/node_modules/@aws-sdk/client-s3/dist-es/index.js` → `@aws-sdk/client-s3`; the innermost one if they are nested. */
const PACKAGE = /.*\/?node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//u;

/** Returns the npm packages whose code is in the given files of a build, sorted. */
export function packagesIn({ outputs }: Metafile, files: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (!files.has(resolve(path))) continue;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = PACKAGE.exec(input)?.groups?.["name"];
      if (name !== undefined && bytesInOutput > 0) names.add(name);
    }
  }
  return [...names].toSorted();
}
