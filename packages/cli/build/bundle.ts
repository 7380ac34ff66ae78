import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type Plugin } from "rolldown";

export const ROOT = join(import.meta.dirname, "../../..");
const THREADS = join(ROOT, "packages/extract/src/isolate");

export interface Bundle {
  /** Output path without extension to source path. Code that several entries share is in chunks in `lib`. */
  entryPoints: Record<string, string>;
  outFolder: string;
  /** The oldest major version of Node.js that runs it. */
  minNode: number;
  /** Node.js loads CommonJS in less time, but no source may await at its top level. */
  format: "cjs" | "esm";
  /** Chunks by name: the modules that match and all that these import, so that few files are opened at start. */
  chunks?: Record<string, RegExp>;
  plugins?: Plugin[];
}

/**
 * Bundles entries with the code that they share, and the extraction threads. Identifiers are not minified, so that stack traces show
 * the names of the source. Returns the paths of what was bundled, relative to the root.
 */
export async function bundle({
  entryPoints,
  outFolder,
  minNode,
  format,
  chunks = {},
  plugins = [],
}: Bundle): Promise<string[]> {
  const { output } = await build({
    input: {
      ...entryPoints,
      "lib/worker": join(THREADS, "worker.ts"),
      "lib/formats-worker": join(THREADS, "formats-worker.ts"),
    },
    cwd: ROOT,
    platform: "node",
    // The `main` of jsonc-parser can't be bundled.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: `node${minNode}`, define: { BUNDLE_MIN_NODE: String(minNode) } },
    // Some modules are imported late by one command, to be loaded only then, and at once by another.
    checks: { ineffectiveDynamicImport: false },
    // The toolkit of the GitHub Action contains an HTTP client that nothing uses.
    treeshake: { moduleSideEffects: [{ test: /[\\/]@actions[\\/]/u, sideEffects: false }] },
    plugins: [...plugins, withoutSourceHooks(), extractionThreads()],
    output: {
      dir: outFolder,
      format,
      entryFileNames: "[name].js",
      chunkFileNames: "lib/[name]-[hash].js",
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      codeSplitting: { groups: Object.entries(chunks).map(([name, test]) => ({ name, test })) },
    },
  });
  return output.flatMap((file) =>
    file.type === "chunk" ? file.moduleIds.map((path) => relative(ROOT, path)) : [],
  );
}

const THREAD_URL = /new URL\("\.\/(?<name>[\w-]+)\.ts", import\.meta\.url\)/u;

/** Points the URL of a thread to its entry, which is in the folder of the chunks. */
const extractionThreads = (): Plugin => ({
  name: "extraction-threads",
  load: {
    filter: { id: /[\\/]isolate[\\/][\w-]+\.ts$/ },
    handler: async (path) => ({
      code: (await readFile(path, "utf8")).replace(THREAD_URL, `new URL("./$<name>.js", import.meta.url)`),
      moduleType: "ts",
    }),
  },
});

/** A bundle has no sources whose imports could be resolved faster. */
const withoutSourceHooks = (): Plugin => ({
  name: "without-source-hooks",
  load: {
    filter: { id: /[\\/]resolve-sources\.ts$/ },
    handler: () => ({ code: "", moduleType: "js" }),
  },
});
