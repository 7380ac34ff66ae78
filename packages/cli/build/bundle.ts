import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

export const ROOT = join(import.meta.dirname, "../../..");
const THREADS = join(ROOT, "packages/extract/src/isolate");

export interface Bundle {
  /** Output path without extension to source path. Code that several entries share is in chunks in `lib`. */
  entryPoints: Record<string, string>;
  outFolder: string;
  /** The oldest major version of Node.js that runs it. */
  minNode: number;
  plugins?: Plugin[];
}

/**
 * Bundles entries with the code that they share, and the extraction threads. Identifiers are not minified, so that stack traces show
 * the names of the source. Returns esbuild's list of what was bundled, with paths relative to the root.
 */
export async function bundle({ entryPoints, outFolder, minNode, plugins = [] }: Bundle): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: {
      ...entryPoints,
      "lib/worker": join(THREADS, "worker.ts"),
      "lib/formats-worker": join(THREADS, "formats-worker.ts"),
    },
    outdir: outFolder,
    absWorkingDir: ROOT,
    chunkNames: "lib/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: `node${minNode}`,
    define: { BUNDLE_MIN_NODE: String(minNode) },
    minifyWhitespace: true,
    minifySyntax: true,
    // The `main` of jsonc-parser can't be bundled.
    mainFields: ["module", "main"],
    logLevel: "warning",
    metafile: true,
    // Bundled CommonJS calls `require` for built-in modules.
    banner: {
      js: `import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);`,
    },
    plugins: [...plugins, withoutSourceHooks(), extractionThreads()],
  });
  return metafile;
}

const THREAD_URL = /new URL\("\.\/(?<name>[\w-]+)\.ts", import\.meta\.url\)/u;

/** Points the URL of a thread to its entry, which is in the folder of the chunks. esbuild does not rewrite such a URL. */
const extractionThreads = (): Plugin => ({
  name: "extraction-threads",
  setup(builder) {
    builder.onLoad({ filter: /[\\/]isolate[\\/][\w-]+\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(
        THREAD_URL,
        `new URL("./$<name>.js", import.meta.url)`,
      ),
      loader: "ts",
    }));
  },
});

/** A bundle has no sources whose imports could be resolved faster. */
const withoutSourceHooks = (): Plugin => ({
  name: "without-source-hooks",
  setup(builder) {
    builder.onLoad({ filter: /[\\/]resolve-sources\.ts$/ }, () => ({ contents: "" }));
  },
});
